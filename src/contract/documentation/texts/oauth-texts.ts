import type { TextsOf } from './route-text';

type Groups = 'info' | 'signIn' | 'profile' | 'oauth';

export const oauthTexts: { readonly [Group in Groups]: TextsOf<Group> } = {
  info: {
    read: {
      summary: 'Which server this is and what it can do.',
      notes: [
        'A client goes by `features`; a server that does not send the list has none of them.',
        '`anchors`, `events` and `idempotency` are additions of ours that no client needs.',
      ],
    },
    openApi: { summary: 'This interface, described in OpenAPI 3.1.' },
  },
  signIn: {
    withPassword: {
      summary: 'A new API token for a user name and a password.',
      notes: [
        'Present on loopback and private addresses, elsewhere only when it is switched on; a 404 otherwise.',
        'Limited by address and by account: 429 with `Retry-After`.',
        'The older names `scoped_bookmarks_r`, `scoped_bookmarks_w`, `scoped_admin_r` and `scoped_admin_w` of `roles` are taken, too.',
        'Without `roles` the token has all of the rights of its user.',
      ],
    },
  },
  profile: {
    read: {
      summary: 'Who is signed in, and what the token may do.',
      notes: ['All of `user` but its name needs `profile:read`, and is left out without it.'],
    },
    update: {
      summary: 'Changes the profile.',
      notes: ['No OAuth scope permits it.', 'The answer has what changed.'],
    },
    tokens: {
      summary: 'API tokens and signed-in apps.',
      notes: ['No OAuth scope permits it.', '30 on a page.'],
    },
    deleteToken: {
      summary: 'Revokes a token of the same user.',
      notes: ['With `provider.id` of the profile a client signs itself out.'],
    },
  },
  oauth: {
    metadata: { summary: 'Where the parts of the sign-in are (RFC 8414).' },
    register: {
      summary: 'Registers a client for one sign-in (RFC 7591).',
      notes: [
        'It is valid for 10 minutes and gone when its code is redeemed or consent is denied.',
        'A redirect address is https, http on a loopback IP, or has a scheme that is a domain in reverse (`com.example.app`) or is `readeck` or `mydeck`; it has no user, no fragment, and no `;`, `,` or `*` in its host.',
        'Anything wrong with the redirect addresses is `invalid_redirect_uri`, everything else `invalid_client_metadata`.',
      ],
    },
    device: {
      summary: 'Starts a sign-in on a device without a browser (RFC 8628).',
      notes: ['Both codes are valid for 5 minutes.'],
    },
    token: {
      summary: 'Redeems an authorization code, or asks whether a device was approved.',
      notes: [
        'The code grant takes `code` and `code_verifier`, the device grant `device_code` and `client_id`.',
        'A code works once. A wrong verifier does not use it up.',
        'While a device waits: `authorization_pending`; when it asks too often: `slow_down`, and the interval grows by 5 seconds.',
        'The token does not expire and there is no refresh token.',
      ],
    },
    revoke: {
      summary: 'Revokes the token that the request is made with.',
      notes: ['`token` must be that very token: for another one `access_denied`.'],
    },
    authorize: {
      summary: 'The page on which a person grants or denies access.',
      notes: [
        'Whoever is not signed in is sent to the sign-in page first (303).',
        'Every error is a page or, for whoever does not accept HTML, a 400: an unknown redirect address as `message`, everything else as `oauthError`.',
        'Nobody is redirected before they decided. For an error that concerns the app the page has a link to its redirect address, with `error`, `error_description` and `state`.',
      ],
    },
    decide: {
      summary: 'Grants or denies access, and redirects.',
      notes: [
        'Granted: `code` and `state`. Denied: `error=access_denied`, `error_description` and `state`.',
        'The redirect address keeps its own query.',
      ],
    },
    devicePage: { summary: 'The page where a person enters the code that a device shows.' },
    decideDevice: {
      summary: 'Grants or denies access to a device.',
      notes: ['The code is taken in any case, with or without dashes.'],
    },
  },
};
