import type { Reference } from './meaning'
import { scriptedBecause } from './trials'

export const ofCatalogues: Reference = {
  schemas: {
    Voice: {
      id: ['The id of the voice.', 1],
      name: ['The name of the voice.', 'Rachel'],
      language_id: ['The id of its language.', 1],
      gender: ['`female` or `male`.', 'female'],
      preview_url: ['Where the voice can be heard; null when nowhere.', null],
      accent: ['The accent of the voice; null when it is not known.', 'american'],
      age: ['How old it sounds; null when it is not known.', 'young'],
      synthesizer_provider_id: ['The id of its provider.', 1],
      modes: ['The modes of an assistant that it serves.', ['pipeline', 'dualplex']],
    },
    Provider: {
      id: ['The id of the provider.', 1],
      name: ['The name of the provider.', 'ElevenLabs'],
      code: ['The short name of the provider.', 'elevenlabs'],
    },
  },
  requests: {
    catalogues: { language_id: ['Only what serves this language, by its id.', 1] },
    'catalogues.voices': {
      mode: ['Only voices that serve this mode of an assistant.', 'pipeline'],
      language_id: ['Only voices of this language, by its id.', 1],
    },
    'catalogues.models': { type: 'Which models: `llm` for pipeline mode, the others for the mode of that name.' },
    'catalogues.phoneNumbers': {
      type: 'For which assistants. With `inbound`, numbers that are only shown and those that another assistant answers on are left out.',
    },
  },
  answers: {
    'catalogues.languages': {
      id: ['The id of the language.', 1],
      name: ['The name of the language.', 'English'],
      iso_2: ['The language in two letters (ISO 639-1).', 'en'],
    },
    'catalogues.models': {
      id: ['The id of the model.', 2],
      name: ['The name of the model.', 'GPT-4.1 mini'],
      code: ['The name of the model at its provider; left out for `llm`.', 'gpt-realtime'],
      scripted_because: scriptedBecause,
    },
    'catalogues.phoneNumbers': {
      id: ['The id of the number.', 3],
      phone_number: ['The number, in E.164.', '+12125550190'],
      country_code: ['The country, two letters (ISO 3166-1).', 'US'],
      type_label: ['The kind of number in words.', 'Dedicated Number'],
      is_available: ['Whether no inbound assistant answers on it and it can be used now.', true],
    },
  },
}
