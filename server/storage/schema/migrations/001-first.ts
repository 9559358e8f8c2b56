import type { Migration } from '../migration';

/** The first schema. `../tables.ts` documents the columns. */
export const first: Migration = {
  version: 1,
  tables: ({ text, whole, bytes, serial }) => [
    `create table users (
      id ${serial},
      username ${text} not null,
      username_key ${text} not null unique,
      email ${text},
      email_key ${text} unique,
      user_group ${text} not null,
      password_hash ${text},
      settings ${text} not null,
      created ${whole} not null,
      updated ${whole} not null,
      changes ${whole} not null default 0,
      changed_at ${whole} not null,
      bookmark_count ${whole} not null default 0,
      last_bookmark ${whole} not null default 0,
      is_enabled ${whole} not null default 1
    )`,
    `create table tokens (
      id ${text} primary key,
      user_id ${whole} not null references users(id) on delete cascade,
      hash ${text} not null unique,
      kind ${text} not null,
      name ${text} not null,
      roles ${text},
      client_uri ${text} not null,
      client_logo ${text} not null,
      created ${whole} not null,
      last_used ${whole},
      expires ${whole},
      is_enabled ${whole} not null
    )`,
    'create index tokens_of_user on tokens (user_id, created)',
    `create table oauth_clients (
      id ${text} primary key,
      metadata ${text} not null,
      created ${whole} not null,
      expires ${whole} not null
    )`,
    `create table oauth_codes (
      hash ${text} primary key,
      client_id ${text} not null,
      user_id ${whole} not null references users(id) on delete cascade,
      redirect_uri ${text} not null,
      challenge ${text} not null,
      scopes ${text} not null,
      expires ${whole} not null,
      used_at ${whole},
      token_id ${text}
    )`,
    `create table device_codes (
      hash ${text} primary key,
      user_code ${text} not null unique,
      client_id ${text} not null,
      scopes ${text} not null,
      state ${text} not null,
      user_id ${whole} references users(id) on delete cascade,
      token_id ${text},
      interval_ms ${whole} not null,
      polled_at ${whole},
      created ${whole} not null,
      expires ${whole} not null
    )`,
    `create table sessions (
      hash ${text} primary key,
      user_id ${whole} not null references users(id) on delete cascade,
      created ${whole} not null,
      last_used ${whole} not null,
      expires ${whole} not null
    )`,
    'create index sessions_of_user on sessions (user_id)',
    `create table bookmarks (
      key ${whole} primary key,
      id ${text} not null unique,
      user_id ${whole} not null references users(id) on delete cascade,
      created ${whole} not null,
      updated ${whole} not null,
      state ${whole} not null,
      url ${text} not null,
      initial_url ${text} not null,
      url_hash ${whole} not null,
      initial_hash ${whole} not null,
      title ${text} not null,
      title_key ${text} not null,
      site ${text} not null,
      site_name ${text} not null,
      domain ${text} not null,
      published ${whole},
      authors ${text} not null,
      lang ${text} not null,
      text_direction ${text} not null,
      document_type ${text} not null,
      type ${text} not null,
      has_article ${whole} not null,
      description ${text} not null,
      omit_description ${whole} not null,
      embed ${text} not null,
      embed_domain ${text} not null,
      errors ${text} not null,
      has_errors ${whole} not null,
      images ${text} not null,
      word_count ${whole} not null,
      duration ${whole} not null,
      length ${whole} not null,
      is_marked ${whole} not null,
      is_archived ${whole} not null,
      read_progress ${whole} not null,
      read_anchor ${text} not null,
      labels ${text} not null,
      has_labels ${whole} not null,
      delete_at ${whole},
      summary ${text} not null
    )`,
    // The index of lists contains the filters, so that rows can be counted and skipped without
    // reading them.
    `create index bookmarks_listed on bookmarks
      (user_id, created, key, is_archived, is_marked, read_progress, type, state, has_errors, has_labels)`,
    // For the other orders. The title has its own index, because people sort by it.
    'create index bookmarks_by_title on bookmarks (user_id, title_key, created, key)',
    `create index bookmarks_ordered on bookmarks
      (user_id, key, created, site, site_name, domain, published, length)`,
    'create index bookmarks_changed on bookmarks (user_id, updated, key, id)',
    'create index bookmarks_by_url on bookmarks (user_id, url_hash)',
    'create index bookmarks_by_initial_url on bookmarks (user_id, initial_hash)',
    'create index bookmarks_to_delete on bookmarks (delete_at) where delete_at is not null',
    `create table bookmark_labels (
      user_id ${whole} not null,
      bookmark_key ${whole} not null references bookmarks(key) on delete cascade,
      label ${text} not null,
      folded ${text} not null,
      primary key (bookmark_key, label)
    )`,
    'create index labelled on bookmark_labels (user_id, label, bookmark_key)',
    'create index labelled_like on bookmark_labels (user_id, folded, bookmark_key)',
    `create table tombstones (
      user_id ${whole} not null references users(id) on delete cascade,
      id ${text} not null,
      deleted_at ${whole} not null,
      primary key (user_id, id)
    )`,
    'create index tombstones_by_time on tombstones (user_id, deleted_at)',
    // SQLite reads a row from its start, so the columns for syncs stand before the article.
    `create table contents (
      bookmark_key ${whole} primary key references bookmarks(key) on delete cascade,
      links ${text} not null,
      article ${text},
      text ${text} not null,
      props ${text} not null,
      log ${text} not null,
      changed_at ${whole} not null
    )`,
    `create table blobs (
      hash ${text} primary key,
      bytes ${bytes} not null,
      size ${whole} not null,
      kept_at ${whole} not null
    )`,
    `create table resources (
      bookmark_key ${whole} not null references bookmarks(key) on delete cascade,
      name ${text} not null,
      hash ${text} not null references blobs(hash),
      kind ${text} not null,
      content_type ${text} not null,
      url ${text} not null,
      width ${whole} not null,
      height ${whole} not null,
      size ${whole} not null,
      primary key (bookmark_key, name)
    )`,
    'create index resources_by_hash on resources (hash)',
    `create table annotations (
      id ${text} primary key,
      user_id ${whole} not null references users(id) on delete cascade,
      bookmark_key ${whole} not null references bookmarks(key) on delete cascade,
      start_selector ${text} not null,
      start_offset ${whole} not null,
      end_selector ${text} not null,
      end_offset ${whole} not null,
      position ${whole} not null,
      text ${text} not null,
      color ${text} not null,
      note ${text} not null,
      quote ${text},
      created ${whole} not null
    )`,
    'create index annotations_of_bookmark on annotations (bookmark_key, position)',
    'create index annotations_of_user on annotations (user_id, created desc, id)',
    'create index annotated on annotations (user_id, bookmark_key)',
    `create table collections (
      id ${text} primary key,
      user_id ${whole} not null references users(id) on delete cascade,
      name ${text} not null,
      is_pinned ${whole} not null,
      filters ${text} not null,
      created ${whole} not null,
      updated ${whole} not null
    )`,
    'create index collections_of_user on collections (user_id, name)',
    `create table unindexed (
      bookmark_key ${whole} primary key references bookmarks(key) on delete cascade,
      stamp ${whole} not null
    )`,
    `create table jobs (
      id ${serial},
      kind ${text} not null,
      owner ${text} not null,
      payload ${text} not null,
      unique_key ${text} unique,
      state ${text} not null,
      priority ${whole} not null,
      run_at ${whole} not null,
      attempts ${whole} not null,
      max_attempts ${whole} not null,
      lease ${text},
      leased_until ${whole},
      last_error ${text},
      created ${whole} not null
    )`,
    'create index jobs_in_time on jobs (state, kind, run_at)',
    'create index jobs_to_take on jobs (kind, state, owner, priority desc, run_at, id)',
    `create table events (
      user_id ${whole} not null references users(id) on delete cascade,
      seq ${whole} not null,
      bookmark_id ${text} not null,
      type ${text} not null,
      time ${whole} not null,
      primary key (user_id, seq)
    )`,
    `create table idempotency_keys (
      user_id ${whole} not null references users(id) on delete cascade,
      key ${text} not null,
      fingerprint ${text} not null,
      bookmark_id ${text} not null,
      expires ${whole} not null,
      primary key (user_id, key)
    )`,
    `create table share_links (
      hash ${text} primary key,
      bookmark_key ${whole} not null references bookmarks(key) on delete cascade,
      expires ${whole} not null
    )`,
    'create index share_links_of_bookmark on share_links (bookmark_key)',
    `create table imports (
      id ${text} primary key,
      user_id ${whole} not null references users(id) on delete cascade,
      source ${text} not null,
      options ${text} not null,
      account ${text},
      status ${text} not null,
      total ${whole} not null,
      done ${whole} not null,
      created ${whole} not null
    )`,
    `create table import_parts (
      import_id ${text} not null references imports(id) on delete cascade,
      first_entry ${whole} not null,
      next_entry ${whole} not null,
      bytes ${bytes} not null,
      primary key (import_id, first_entry)
    )`,
    `create table attempts (
      key ${text} primary key,
      count ${whole} not null,
      resets_at ${whole} not null
    )`,
    `create table secrets (
      name ${text} primary key,
      value ${text} not null
    )`,
  ],
  sqlite: [
    // Only the words of src/query are stored here. The texts are in the rows.
    `create virtual table words using fts5(
      title, description, text, site, author, label, note,
      tokenize = 'ascii', content = '', contentless_delete = 1, columnsize = 1,
      prefix = '1 2'
    )`,
  ],
  postgres: [
    // A long text has several rows, because the positions of a vector end at about 16,000.
    `create table words (
      bookmark_key bigint not null references bookmarks(key) on delete cascade,
      part bigint not null,
      is_note bigint not null,
      vector tsvector not null,
      primary key (bookmark_key, part)
    )`,
    'create index words_found on words using gin (vector) with (fastupdate = off)',
  ],
};
