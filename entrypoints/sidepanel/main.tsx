import { openOthersInTabs } from '../../src/ui/side-panel/side-panel';
import { showLibraryPage } from '../wiring/show-library-page';

// The library page fits a narrow window, so the panel shows all of it.
openOthersInTabs(document);
showLibraryPage(async () => (await import('../wiring/connect-side-panel')).connectFrontPage());
