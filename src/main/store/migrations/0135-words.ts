import type { Migration } from '../migrate'

const tokenize = `tokenize = 'unicode61 remove_diacritics 2'`

/**
 * An index (FTS5) of words. It keeps no text itself. With secure-delete, a word that is deleted leaves the index at once,
 * not when its segments are merged some day. https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option
 */
const index = (table: string, columns: string) => `
  CREATE VIRTUAL TABLE ${table} USING fts5 (${columns}, content = '', columnsize = 0, ${tokenize});
  INSERT INTO ${table} (${table}, rank) VALUES ('secure-delete', 1);`

const nameOf = (row: string, id: string) => `(${row}.id${id}, ${row}.name)`

/** Keeps the names of a table in its index, where the entry of a row's name has the id \`id\`. */
const keepNames = (table: string, words: string, id = '') => `
  CREATE TRIGGER ${words}_name_add AFTER INSERT ON ${table} WHEN NEW.name IS NOT NULL BEGIN
    INSERT INTO ${words} (rowid, name) VALUES ${nameOf('NEW', id)};
  END;
  CREATE TRIGGER ${words}_name_drop AFTER DELETE ON ${table} WHEN OLD.name IS NOT NULL BEGIN
    INSERT INTO ${words} (${words}, rowid, name) VALUES ('delete', OLD.id${id}, OLD.name);
  END;
  CREATE TRIGGER ${words}_name_change AFTER UPDATE OF name ON ${table} WHEN OLD.name IS NOT NEW.name BEGIN
    INSERT INTO ${words} (${words}, rowid, name) SELECT 'delete', OLD.id${id}, OLD.name WHERE OLD.name IS NOT NULL;
    INSERT INTO ${words} (rowid, name) SELECT NEW.id${id}, NEW.name WHERE NEW.name IS NOT NULL;
  END;
  INSERT INTO ${words} (rowid, name) SELECT id${id}, name FROM ${table} WHERE name IS NOT NULL ORDER BY id;`

/** Keeps the texts of the items of a record in its index: a record's name is entry 0, and its items follow. */
const keepItems = (table: string, words: string, owner: string, text: (row: string) => string, only = 'true') => {
  const entry = (row: string) => `(${row}${owner} << 20 | (${row}position + 1))`
  return `
  CREATE TRIGGER ${words}_text_add AFTER INSERT ON ${table} WHEN ${only.replaceAll('item', 'NEW.item')} BEGIN
    INSERT INTO ${words} (rowid, text) VALUES (${entry('NEW.')}, ${text('NEW.')});
  END;
  CREATE TRIGGER ${words}_text_drop AFTER DELETE ON ${table} WHEN ${only.replaceAll('item', 'OLD.item')} BEGIN
    INSERT INTO ${words} (${words}, rowid, text) VALUES ('delete', ${entry('OLD.')}, ${text('OLD.')});
  END;
  INSERT INTO ${words} (rowid, text) SELECT ${entry('')}, ${text('')} FROM ${table} WHERE ${only}
    ORDER BY ${owner}, position;`
}

export const words: Migration = {
  id: 135,
  name: 'an index of names and of the words that were said',
  up: `
    ${index('lead_words', 'name')}
    ${keepNames('leads', 'lead_words')}

    ${index('call_words', 'name, text')}
    ${keepNames('calls', 'call_words', ' << 20')}
    ${keepItems('call_items', 'call_words', 'call_id', row => `${row}item ->> '$.text'`, `item ->> '$.type' = 'transcript'`)}

    ${index('conversation_words', 'name, text')}
    ${keepNames('conversations', 'conversation_words', ' << 20')}
    ${keepItems('conversation_messages', 'conversation_words', 'conversation_id', row => `${row}content`)}

    ${index('sms_words', 'name, text')}
    CREATE TRIGGER sms_words_add AFTER INSERT ON sms BEGIN
      INSERT INTO sms_words (rowid, name, text) VALUES (NEW.id, NEW.name, NEW.body);
    END;
    CREATE TRIGGER sms_words_drop AFTER DELETE ON sms BEGIN
      INSERT INTO sms_words (sms_words, rowid, name, text) VALUES ('delete', OLD.id, OLD.name, OLD.body);
    END;
    INSERT INTO sms_words (rowid, name, text) SELECT id, name, body FROM sms ORDER BY id;

    -- Partial numbers, as of leads and calls.
    ALTER TABLE sms ADD COLUMN customer TEXT GENERATED ALWAYS AS (iif(status = 'received', from_number, to_number));
    CREATE VIRTUAL TABLE sms_numbers USING fts5 (customer, content = 'sms', content_rowid = 'id',
      tokenize = 'trigram', detail = 'full', columnsize = 0);
    CREATE TRIGGER sms_numbers_add AFTER INSERT ON sms BEGIN
      INSERT INTO sms_numbers (rowid, customer) VALUES (NEW.id, NEW.customer);
    END;
    CREATE TRIGGER sms_numbers_drop AFTER DELETE ON sms BEGIN
      INSERT INTO sms_numbers (sms_numbers, rowid, customer) VALUES ('delete', OLD.id, OLD.customer);
    END;
    INSERT INTO sms_numbers (rowid, customer) SELECT id, customer FROM sms ORDER BY id;
  `,
}
