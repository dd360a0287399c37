import type { Migration } from '../migrate'

export const documents: Migration = {
  id: 80,
  name: 'documents of knowledge bases, and the passages that were read of them',
  up: `
    CREATE TABLE documents (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      knowledgebase_id INTEGER NOT NULL REFERENCES knowledgebases (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      type TEXT NOT NULL CHECK (type IN ('website', 'pdf', 'txt', 'docx', 'md', 'html')),
      status TEXT NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'active', 'failed')),
      file TEXT, -- file name in documents/, until it has been read
      links TEXT NOT NULL DEFAULT '[]', -- of a website
      relative_links_limit INTEGER,
      tries INTEGER NOT NULL DEFAULT 0, -- begun since it was added or tried again by hand
      error TEXT,
      warnings TEXT NOT NULL DEFAULT '[]',
      passages_count INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      CHECK ((error IS NOT NULL) = (status = 'failed')),
      CHECK ((file IS NOT NULL) = (type <> 'website' AND status <> 'active')),
      CHECK ((relative_links_limit IS NOT NULL) = (type = 'website'))
    ) STRICT;
    CREATE INDEX documents_knowledgebase ON documents (knowledgebase_id);
    CREATE INDEX documents_processing ON documents (id) WHERE status = 'processing';
    CREATE INDEX documents_file ON documents (file) WHERE file IS NOT NULL;
    CREATE TRIGGER documents_moves BEFORE UPDATE OF status ON documents
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'processing > active', 'processing > failed', 'failed > processing')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a document'); END;

    -- How many documents of a knowledge base are in which state, so that no list has to count.
    CREATE TABLE document_counts (
      knowledgebase_id INTEGER NOT NULL REFERENCES knowledgebases (id) ON DELETE CASCADE,
      status TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (knowledgebase_id, status)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
      INSERT INTO document_counts (knowledgebase_id, status, n) VALUES (NEW.knowledgebase_id, NEW.status, 1)
        ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER documents_recounted AFTER UPDATE OF status ON documents WHEN OLD.status <> NEW.status BEGIN
      UPDATE document_counts SET n = n - 1 WHERE knowledgebase_id = OLD.knowledgebase_id AND status = OLD.status;
      INSERT INTO document_counts (knowledgebase_id, status, n) VALUES (NEW.knowledgebase_id, NEW.status, 1)
        ON CONFLICT DO UPDATE SET n = n + 1;
    END;
    CREATE TRIGGER documents_uncounted AFTER DELETE ON documents BEGIN
      UPDATE document_counts SET n = n - 1 WHERE knowledgebase_id = OLD.knowledgebase_id AND status = OLD.status;
    END;

    CREATE TABLE passages (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      text TEXT NOT NULL,
      heading TEXT,
      title TEXT, -- of a website's page
      url TEXT,
      page INTEGER,
      UNIQUE (document_id, position)
    ) STRICT;

    -- What is searched: the words of a passage as core/words.ts writes them. The base is among them, so that a search
    -- never looks at another one's passages.
    CREATE VIRTUAL TABLE passage_words USING fts5 (base, heading, text, content = '', contentless_delete = 1,
      tokenize = 'unicode61 remove_diacritics 2');
    CREATE TRIGGER passage_words_drop AFTER DELETE ON passages BEGIN
      DELETE FROM passage_words WHERE rowid = OLD.id;
    END;
  `,
}
