import type { Fields, Reference } from './meaning'

const documentStatus: Fields[string] = [
  'The state of the document.',
  'active',
  { processing: 'it is being read.', active: 'assistants can search it.', failed: 'it could not be read.' },
]
const documentType: Fields[string] = [
  'What it is.',
  'website',
  {
    website: 'pages of a website.',
    pdf: 'a PDF file.',
    txt: 'a plain text.',
    docx: 'a Word file.',
    md: 'a text in Markdown.',
    html: 'a page of HTML.',
  },
]
const pages = 'How many further pages of the same site are read, which the given ones link to. Default 10.'

const base: Fields = {
  name: ['The name of the knowledge base, up to 255 characters.', 'Shop'],
  description: ['What it is about, up to 255 characters.', 'Opening hours, prices and delivery'],
}

export const ofKnowledge: Reference = {
  schemas: {
    Knowledgebase: {
      id: ['The id of the knowledge base.', 1],
      ...base,
      status: [
        'The state of the knowledge base.',
        'active',
        {
          empty: 'it has no documents.',
          processing: 'a document is being read.',
          failed: 'a document could not be read.',
          active: 'all documents can be searched.',
        },
      ],
      status_label: ['The state in words.', 'Active'],
      documents_count: ['How many documents it has.', 2],
      assistants_count: ['How many assistants use it.', 1],
      assistants: 'The assistants that use it.',
      'assistants.id': ['The id of the assistant.', 1],
      'assistants.name': ['The name of the assistant.', 'Anna'],
      document_counts: 'How many of its documents are in each state.',
      'document_counts.processing': ['How many are being read.', 0],
      'document_counts.active': ['How many assistants can search.', 2],
      'document_counts.failed': ['How many could not be read.', 0],
      passages_count: ['How many passages can be found in it.', 23],
      characters_count: ['How many characters of text were read, in all documents.', 18240],
      updated_at: ['When it or one of its documents was last changed.', '2026-02-23T10:04:12.000000Z'],
    },
    Document: {
      id: ['The id of the document.', 7],
      name: ['The name of the document.', 'Opening hours'],
      description: ['What it is about; empty when nobody said.', 'From the website'],
      type: documentType,
      type_label: ['The type in words.', 'Website'],
      status: documentStatus,
      status_label: ['The state in words.', 'Active'],
      error: ['Why it could not be read, as a sentence; left out when it could.', 'The address answered 404.'],
      warnings: ['What of it could not be read, as sentences.', []],
      links: ['The addresses of a website; empty for any other type.', ['https://shop.example/hours']],
      relative_links_limit: ['How many further pages of the site are read; null for any other type.', 10],
      passages_count: ['How many passages can be found in it.', 14],
      characters_count: ['How many characters of text were read from it.', 11380],
      read_at: ['When it was last read; null when it never was.', '2026-02-23T10:00:04.000000Z'],
    },
    ReadPassage: {
      id: ['The id of the passage.', 31],
      text: ['The passage.', 'We are open from nine to five.'],
      heading: ['The headings that it stands under, outermost first; null for none.', 'Opening hours'],
      title: ['The title of the page of a website; null for none.', 'Opening hours'],
      url: ['The address of the page; null when it is not of a website.', 'https://shop.example/hours'],
      page: ['The number of the page in a PDF file; null for any other type.', null],
    },
    Passage: {
      text: ['The passage.', 'We are open from nine to five.'],
      heading: ['The headings that it stands under, outermost first; null for none.', 'Opening hours'],
      source: ['The name of the document, or the title of the page of a website.', 'Opening hours'],
      url: ['The address of the page; null when it is not of a website.', 'https://shop.example/hours'],
      page: ['The number of the page in a PDF file; null for any other type.', null],
      document_id: ['The id of the document.', 7],
      score: ['How well it fits: the higher, the better.', 4.2],
    },
  },
  requests: {
    knowledgebases: { id: ['The id of the knowledge base.', 1], ...base },
    'knowledgebases.search': {
      query: ['What is asked, in any words, up to 1,000 characters.', 'When are you open?'],
      limit: ['How many passages to answer at most. Without it, as many as an assistant gets: 5.', 5],
    },
    documents: {
      id: ['The id of the knowledge base.', 1],
      documentId: ['The id of the document.', 7],
      name: ['The name of the document, up to 255 characters.', 'Opening hours'],
      description: ['What it is about, up to 255 characters.', 'From the website'],
    },
    'documents.create': {
      type: documentType,
      url: ['The address of a website, http or https.', 'https://shop.example/hours'],
      links: 'More addresses of a website, in place of `url` or besides it.',
      'links.link': ['The address, http or https.', 'https://shop.example/delivery'],
      relative_links_limit: [pages, 10],
      file: 'The file, up to 20 MB. It is needed for every type but `website`.',
    },
  },
  answers: {},
  bodies: {
    'documents.create': {
      name: 'Opening hours',
      type: 'website',
      url: 'https://shop.example/hours',
      relative_links_limit: 10,
    },
  },
}
