import './without-https';
import { expose } from 'comlink';
import { startPageBackground } from './background';

expose(startPageBackground);
