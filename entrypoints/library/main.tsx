import { showLibraryPage } from '../wiring/show-library-page';

showLibraryPage();
