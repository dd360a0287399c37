import type { Migration } from '../migrate'

const now = (row: string, at: string, number: string) => `
    INSERT INTO people (user_id, phone_number, contact_at) VALUES (${row}.user_id, ${row}.${number}, ${row}.${at})
      ON CONFLICT DO UPDATE SET contact_at = max(contact_at, excluded.contact_at);`

/** Every contact with a number. \`of\`: SQL that is true for the rows that count. */
const contacts = (of: (number: string) => string) => `
  SELECT user_id, client_phone_number AS phone_number, created_at AS at FROM calls WHERE ${of('client_phone_number')}
  UNION ALL SELECT user_id, from_number, created_at FROM sms WHERE status = 'received' AND ${of('from_number')}
  UNION ALL SELECT user_id, to_number, created_at FROM sms WHERE status <> 'received' AND ${of('to_number')}
  UNION ALL SELECT user_id, customer, updated_at FROM conversations WHERE ${of('customer')}`

const isNumber = (number: string) => `${number} GLOB '+[0-9]*'`

/** What was deleted may have been the last contact: then the one before counts, and without one nobody is left. */
const before = (number: string, at: string) => `
    DELETE FROM people WHERE user_id = OLD.user_id AND phone_number = OLD.${number} AND contact_at <= OLD.${at};
    INSERT OR IGNORE INTO people (user_id, phone_number, contact_at)
      SELECT user_id, phone_number, max(at) FROM (${contacts(column => `user_id = OLD.user_id AND ${column} = OLD.${number}`)})
      WHERE ${isNumber('phone_number')} GROUP BY 1, 2;`

/** Keeps the contacts of a table: \`number\` and \`at\` are its columns. */
const keep = (table: string, number: string, at: string) => `
  CREATE TRIGGER people_${table}_add AFTER INSERT ON ${table} WHEN ${isNumber(`NEW.${number}`)} BEGIN${now('NEW', at, number)}
  END;
  CREATE TRIGGER people_${table}_drop AFTER DELETE ON ${table} WHEN ${isNumber(`OLD.${number}`)} BEGIN${before(number, at)}
  END;`

export const people: Migration = {
  id: 148,
  name: 'who was in contact last, notes about people, and what a person has cost',
  up: `
    -- Everybody who was called, has called or has written, with the time of the last contact.
    CREATE TABLE people (
      user_id INTEGER NOT NULL,
      phone_number TEXT NOT NULL,
      contact_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, phone_number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX people_contact ON people (user_id, contact_at);
    INSERT INTO people (user_id, phone_number, contact_at)
      SELECT user_id, phone_number, max(at) FROM (${contacts(isNumber)}) GROUP BY 1, 2;
    ${keep('calls', 'client_phone_number', 'created_at')}
    ${keep('sms', 'customer', 'created_at')}
    ${keep('conversations', 'customer', 'updated_at')}
    CREATE TRIGGER people_conversations_go_on AFTER UPDATE OF updated_at ON conversations WHEN ${isNumber('NEW.customer')} BEGIN${now('NEW', 'updated_at', 'customer')}
    END;

    CREATE TABLE notes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      phone_number TEXT NOT NULL, -- of the person it is about
      text TEXT NOT NULL,
      written_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX notes_number ON notes (user_id, phone_number, written_at);

    -- As of what was said (0140).
    CREATE VIRTUAL TABLE note_words USING fts5 (words, content = '', columnsize = 0,
      tokenize = 'unicode61 remove_diacritics 2');
    INSERT INTO note_words (note_words, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER note_words_add AFTER INSERT ON notes BEGIN
      INSERT INTO note_words (rowid, words) VALUES (NEW.id, NEW.text);
    END;
    CREATE TRIGGER note_words_drop AFTER DELETE ON notes BEGIN
      INSERT INTO note_words (note_words, rowid, words) VALUES ('delete', OLD.id, OLD.text);
    END;
    CREATE TRIGGER note_words_change AFTER UPDATE OF text ON notes WHEN OLD.text <> NEW.text BEGIN
      INSERT INTO note_words (note_words, rowid, words) VALUES ('delete', OLD.id, OLD.text);
      INSERT INTO note_words (rowid, words) VALUES (NEW.id, NEW.text);
    END;

    CREATE INDEX ledger_sms ON ledger (sms_id) WHERE sms_id IS NOT NULL;
    CREATE INDEX ledger_conversation ON ledger (conversation_id) WHERE conversation_id IS NOT NULL;
  `,
}
