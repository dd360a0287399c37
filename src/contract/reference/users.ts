import type { Fields, Reference } from './meaning'

const user: Fields = {
  id: ['The id of the user.', 1],
  name: ['The name of the user.', 'Operator'],
  email: ['The e-mail address of the user.', 'operator@localhost'],
  is_you: ['Whether it is the user who asks.', true],
  api_keys: ['How many API keys of the user are valid.', 2],
  sessions: ['In how many browsers the user is signed in.', 1],
}

export const ofUsers: Reference = {
  schemas: {
    User: user,
    Session: {
      id: ['The id of the session. The console cannot be opened with it.', '3f9a1c07d2b84e65'],
      agent: [
        'What the browser says of itself; null when it says nothing, and for sessions of before this was kept.',
        'Mozilla/5.0 (X11; Linux x64) Firefox/140.0',
      ],
      created_at: ['When it began; null for sessions of before this was kept.', '2026-02-23T08:00:00.000000Z'],
      last_used_at: ['When something was last asked in it; null when nothing was.', '2026-02-23T10:00:00.000000Z'],
      expires_at: ['When it ends by itself.', '2026-03-25T08:00:00.000000Z'],
      is_this: ['Whether it is the session that asks. False for all when an API key or the desktop app asks.', true],
    },
  },
  requests: {
    users: {
      id: ['The id of the user.', 2],
      name: ['The name of the user.', 'Ada Byron'],
      email: ['The e-mail address of the user. Each user has another one.', 'ada@example.com'],
    },
    'users.endSession': { session: ['The id of the session.', '3f9a1c07d2b84e65'] },
  },
  answers: {
    'users.link': {
      data: 'The link.',
      'data.link': [
        'The address to open in a browser on this machine.',
        'http://127.0.0.1:4620/?token=Vw3nD0dY6f4cQm8rT2xK1zB5',
      ],
      'data.valid_until': ['Until when it works, if it was not used.', '2026-02-24T10:00:00.000000Z'],
    },
    'users.endOtherSessions': {
      data: 'What was done.',
      'data.ended': ['How many browsers were signed out.', 2],
    },
  },
}
