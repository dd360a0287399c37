import type { Fields } from './meaning'

/** Fields that mean the same wherever they stand. What an operation or a schema says of a field goes before this. */
export const anywhere: Fields = {
  // Pages of a list
  current_page: ['The number of this page, from 1.', 1],
  per_page: ['How many records a page holds.', 15],
  page: ['Which page, from 1. A page after the last one is empty.', 1],
  total: ['How many records the whole list has.', 1],
  last_page: ['The number of the last page, at least 1.', 1],
  from: ['The position of the first record of this page in the whole list, from 1; null on an empty page.', 1],
  to: ['The position of the last record of this page in the whole list; null on an empty page.', 1],
  path: ['The URL of the list, without a page.', 'http://127.0.0.1:4620/api/user/leads'],
  first_page_url: ['The URL of the first page.', 'http://127.0.0.1:4620/api/user/leads?page=1'],
  last_page_url: ['The URL of the last page.', 'http://127.0.0.1:4620/api/user/leads?page=1'],
  next_page_url: ['The URL of the next page; null on the last one.', null],
  prev_page_url: ['The URL of the page before; null on the first one.', null],
  links: 'The page before this one, the pages around it, and the page after it, for a row of links.',
  data: 'The records, or the record that was made or changed.',

  // Filters
  date_from: ['Only what was made on this day or later. A whole day in UTC.', '2026-02-01'],
  date_to: ['Only what was made on this day or earlier. A whole day in UTC, included.', '2026-02-28'],

  // Records
  id: ['The id of the record.', 1],
  created_at: ['When the record was made.', '2026-02-23T10:00:00.000000Z'],
  updated_at: ['When the record was last changed.', '2026-02-23T10:04:12.000000Z'],
  message: ['What was done, as a sentence.', 'It was changed.'],
  user_id: ['The id of the user to whom the record belongs.', 1],
  assistant_id: ['The id of the assistant.', 1],
  campaign_id: ['The id of the campaign.', 1],
  lead_id: ['The id of the lead.', 12],
  call_id: ['The id of the call.', 34],
  phone_number_id: ['The id of a number of the account.', 3],
  phone_number: ['The phone number, in E.164.', '+12025550124'],
  variables: ['Values by name, which texts of the assistant use as `{{name}}`.', { name: 'Bob' }],
}

/** The meanings of the fields of a record that stands inside another one, under the field `at`. */
export const inside = (at: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, meaning]) => [`${at}.${name}`, meaning]))

export const plainTimes: Fields = {
  created_at: ['When the record was made, in UTC.', '2026-02-23 10:00:00'],
  updated_at: ['When the record was last changed, in UTC.', '2026-02-23 10:04:12'],
}

/** What happened to each row of an import. */
export const rowProblems: Fields = {
  'data.problems': 'The rows that were skipped, and why.',
  'data.problems.row': ['The position of the row in the request, from 0.', 1],
  'data.problems.field': ['The field of the row that is wrong.', 'phone_number'],
  'data.problems.message': [
    'What is wrong with it, as a sentence.',
    'The phone_number field must be a phone number in international form, like +15550100001.',
  ],
}
