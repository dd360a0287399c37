import type { Migration } from '../migrate'

const tokenize = `tokenize = 'unicode61 remove_diacritics 2'`

/**
 * An index (FTS5) of the words of one column. It keeps no text itself. With secure-delete, a word that is deleted leaves the
 * index at once, not when its segments are merged some day.
 * https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option
 */
const index = (name: string) => `
  CREATE VIRTUAL TABLE ${name} USING fts5 (words, content = '', columnsize = 0, ${tokenize});
  INSERT INTO ${name} (${name}, rank) VALUES ('secure-delete', 1);`

/** Keeps the names of a table in an index of their own: a search for a name does not look at what was said. */
const keepNames = (table: string, names: string) => `
  ${index(names)}
  CREATE TRIGGER ${names}_add AFTER INSERT ON ${table} WHEN NEW.name IS NOT NULL BEGIN
    INSERT INTO ${names} (rowid, words) VALUES (NEW.id, NEW.name);
  END;
  CREATE TRIGGER ${names}_drop AFTER DELETE ON ${table} WHEN OLD.name IS NOT NULL BEGIN
    INSERT INTO ${names} (${names}, rowid, words) VALUES ('delete', OLD.id, OLD.name);
  END;
  CREATE TRIGGER ${names}_change AFTER UPDATE OF name ON ${table} WHEN OLD.name IS NOT NEW.name BEGIN
    INSERT INTO ${names} (${names}, rowid, words) SELECT 'delete', OLD.id, OLD.name WHERE OLD.name IS NOT NULL;
    INSERT INTO ${names} (rowid, words) SELECT NEW.id, NEW.name WHERE NEW.name IS NOT NULL;
  END;
  INSERT INTO ${names} (rowid, words) SELECT id, name FROM ${table} WHERE name IS NOT NULL ORDER BY id;`

/** Keeps texts in an index. \`id\`, \`text\` and \`only\`: SQL of a row, which begins each column with "row.". */
const keepTexts = (table: string, words: string, id: string, text: string, only = 'true') => {
  const of = (row: string, expression: string) => expression.replaceAll('row.', row)
  return `
  ${index(words)}
  CREATE TRIGGER ${words}_add AFTER INSERT ON ${table} WHEN ${of('NEW.', only)} BEGIN
    INSERT INTO ${words} (rowid, words) VALUES (${of('NEW.', id)}, ${of('NEW.', text)});
  END;
  CREATE TRIGGER ${words}_drop AFTER DELETE ON ${table} WHEN ${of('OLD.', only)} BEGIN
    INSERT INTO ${words} (${words}, rowid, words) VALUES ('delete', ${of('OLD.', id)}, ${of('OLD.', text)});
  END;
  INSERT INTO ${words} (rowid, words) SELECT ${of('', id)}, ${of('', text)} FROM ${table} WHERE ${of('', only)} ORDER BY 1;`
}

export const words: Migration = {
  id: 140,
  name: 'an index of names and of the words that were said',
  up: `
    ${keepNames('leads', 'lead_names')}
    ${keepNames('calls', 'call_names')}
    ${keepNames('conversations', 'conversation_names')}
    ${keepNames('sms', 'sms_names')}

    -- A sentence's id is that of its call or conversation and its position. No conversation has a million messages.
    ${keepTexts('call_items', 'call_words', 'row.call_id << 20 | row.position', `row.item ->> '$.text'`, `row.item ->> '$.type' = 'transcript'`)}
    ${keepTexts('conversation_messages', 'conversation_words', 'row.conversation_id << 20 | row.position', 'row.content')}
    ${keepTexts('sms', 'sms_words', 'row.id', 'row.body')}

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
