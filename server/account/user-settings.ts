import type { FormValue, profileUpdate, UserSettings } from '../../src/contract';

/**
 * The settings of a new user. Reader settings are steps; a width of 0 means the app's default
 * (protocol.md sections 5 and 17).
 */
export const DEFAULT_USER_SETTINGS: UserSettings = {
  debug_info: false,
  lang: '',
  addon_reminder: true,
  email_settings: { reply_to: '', epub_to: '' },
  reader_settings: {
    font: 'lora',
    font_size: 3,
    line_height: 3,
    width: 0,
    justify: 0,
    hyphenation: 0,
  },
};

type ProfileUpdate = FormValue<typeof profileUpdate>;

/** Applies `update` to `settings`. */
export function updatedSettings(settings: UserSettings, update: ProfileUpdate): UserSettings {
  const { email_settings: email, reader_settings: reader } = settings;
  return {
    ...settings,
    lang: update.settings_lang ?? settings.lang,
    addon_reminder: update.settings_addon_reminder ?? settings.addon_reminder,
    email_settings: {
      reply_to: update.settings_email_reply_to ?? email?.reply_to ?? '',
      epub_to: update.settings_email_epub_to ?? email?.epub_to ?? '',
    },
    reader_settings: {
      font: update.settings_reader_font ?? reader.font,
      font_size: update.settings_reader_font_size ?? reader.font_size,
      line_height: update.settings_reader_line_height ?? reader.line_height,
      width: update.settings_reader_width ?? reader.width,
      justify: update.settings_reader_justify ?? reader.justify,
      hyphenation: update.settings_reader_hyphenation ?? reader.hyphenation,
    },
  };
}
