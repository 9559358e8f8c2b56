import { render } from 'preact';
import { isButtonPinned, listCommands } from '../../src/extension/toolbar/shortcuts';
import { settingsMirror } from '../../src/ui/settings/settings-mirror';
import { t } from '../../src/ui/strings';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { WelcomePage } from '../../src/ui/welcome/welcome-page';

const root = document.getElementById('root');
if (root) {
  applyTheme(settingsMirror(localStorage).read().reader.theme);
  applyLanguage();
  document.title = t('welcomeTitle');
  const commands = await listCommands();
  const saveKeys = commands.find(({ name }) => name === 'save-page')?.keys ?? '';
  const isPinned = await isButtonPinned();
  const browser = import.meta.env.FIREFOX ? 'firefox' : 'chromium';
  render(<WelcomePage browser={browser} isPinned={isPinned} saveKeys={saveKeys} />, root);
}
