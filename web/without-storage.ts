// Where a person blocks the storage of sites, Firefox also refuses to create this channel. Dexie creates
// one when it is loaded. Without the class it does not, and the page can say why it shows nothing.
// A page imports this module before all others.

try {
  new BroadcastChannel('leafmark').close();
} catch {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}
