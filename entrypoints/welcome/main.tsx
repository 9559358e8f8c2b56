import { render } from 'preact';
import { listCommands } from '../../src/extension/shortcuts';
import { readSettingsMirror } from '../../src/ui/settings-mirror';
import { t } from '../../src/ui/strings';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { WelcomePage } from '../../src/ui/welcome/welcome-page';

const root = document.getElementById('root');
if (root) {
  applyTheme(readSettingsMirror(localStorage).reader.theme);
  applyLanguage();
  document.title = t('welcomeTitle');
  const commands = await listCommands();
  const saveKeys = commands.find(({ name }) => name === 'save-page')?.keys ?? '';
  const browser = import.meta.env.FIREFOX ? 'firefox' : 'chromium';
  render(<WelcomePage browser={browser} saveKeys={saveKeys} libraryPath="/library.html" />, root);
}
