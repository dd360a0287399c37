import type { Reference } from './meaning'

export const ofData: Reference = {
  schemas: {
    DataFolder: {
      folder: ['The folder, on the machine of the service.', '/home/operator/.local/share/callwright'],
      database: 'The database: everything but recordings and files.',
      'database.files': ['How many files there are.', 1],
      'database.bytes': ['How large they are, in bytes.', 4521984],
      recordings: 'The recordings of calls.',
      'recordings.files': ['How many files there are.', 120],
      'recordings.bytes': ['How large they are, in bytes.', 188743680],
      documents: 'Uploaded documents that are not read yet.',
      'documents.files': ['How many files there are.', 0],
      'documents.bytes': ['How large they are, in bytes.', 0],
      backups: 'The backups in the folder, the newest first, those before an update among them.',
      'backups.name': ['The name of the file in `backups/`.', 'backup-2026-02-23T10-00-00-000Z.db'],
      'backups.bytes': ['How large it is, in bytes.', 4358144],
      backup: 'The last backup that was asked for since the service was started.',
      'backup.state': [
        'How it goes.',
        'made',
        {
          none: 'none was asked for.',
          running: 'it is being made.',
          made: 'it is complete.',
          failed: 'it could not be made.',
          cancelled: 'somebody has cancelled it.',
        },
      ],
      'backup.name': ['The name of its file; null unless it is complete.', 'backup-2026-02-23T10-00-00-000Z.db'],
      'backup.error': ['Why it could not be made, as a text; null otherwise.', null],
    },
  },
  requests: {
    'data.removeBackup': { name: ['The name of the backup.', 'backup-2026-02-23T10-00-00-000Z.db'] },
  },
  answers: {
    'data.check': {
      ok: ['Whether everything is in order.', true],
      checks: 'What was looked at.',
      'checks.text': ['What is so, or what is wrong, as a sentence.', 'database is sound (SQLite 3.51.0)'],
      'checks.ok': ['Whether it is as it should be.', true],
    },
  },
}
