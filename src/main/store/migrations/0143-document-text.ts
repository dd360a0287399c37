import type { Migration } from '../migrate'

export const documentText: Migration = {
  id: 143,
  name: 'how much text was read of a document, and when; a website may be read again',
  up: `
    ALTER TABLE documents ADD COLUMN characters INTEGER NOT NULL DEFAULT 0; -- of all passages
    ALTER TABLE documents ADD COLUMN read_at INTEGER; -- the last time that it could be read
    UPDATE documents SET read_at = updated_at,
      characters = (SELECT coalesce(sum(length(text)), 0) FROM passages WHERE document_id = documents.id)
      WHERE status = 'active';

    DROP TRIGGER documents_moves;
    CREATE TRIGGER documents_moves BEFORE UPDATE OF status ON documents
      WHEN OLD.status <> NEW.status AND OLD.status || ' > ' || NEW.status NOT IN (
        'processing > active', 'processing > failed', 'failed > processing', 'active > processing')
      BEGIN SELECT RAISE(ABORT, 'not a transition of a document'); END;

    -- A knowledge base is changed when one of its documents is.
    UPDATE knowledgebases SET updated_at = max(updated_at,
      coalesce((SELECT max(updated_at) FROM documents WHERE knowledgebase_id = knowledgebases.id), 0));
  `,
}
