// Asks the browser for a passkey, and sends the answer with the form of the page.
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-passkey]'));
const isNew = form.dataset.passkey === 'new';
const options = JSON.parse(form.dataset.options ?? '');
/** Shows one of the sentences of the page, or none. */
const say = (/** @type {string} */ name) => {
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-says]'));
  for (const each of all) {
    each.hidden = each.dataset.says !== name;
  }
};
const canAsk = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

const ask = async () => {
  say('asks');
  try {
    const credential = isNew
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        });
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('response'));
    field.value = JSON.stringify(credential);
    form.submit();
  } catch {
    say('stopped');
  }
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (canAsk) ask();
});
if (!canAsk) say('unknown');
else if (isNew) say('');
else ask();
