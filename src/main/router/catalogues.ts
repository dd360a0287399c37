import * as catalogues from '../core/assistants/catalogue'
import type { Desk } from '../core/kernel/context'
import * as numbers from '../core/numbers/numbers'
import * as answers from './pages'
import { os, sound } from './wiring'

export const cataloguesRoutes = ({ db }: Desk) =>
  os.catalogues.router({
    voices: os.catalogues.voices.handler(sound((_, filter) => catalogues.listVoices(db, filter))),
    languages: os.catalogues.languages.handler(sound(() => catalogues.listLanguages(db))),
    models: os.catalogues.models.handler(
      sound((_, { type }) =>
        catalogues
          .listModels(db, type)
          .map(({ id, name, code }) => (type === 'llm' ? { id, name } : { id, name, code })),
      ),
    ),
    synthesizerProviders: os.catalogues.synthesizerProviders.handler(
      sound((_, { language_id }) => catalogues.listSynthesizers(db, language_id)),
    ),
    transcriberProviders: os.catalogues.transcriberProviders.handler(
      sound((_, { language_id }) => catalogues.listTranscribers(db, language_id)),
    ),
    phoneNumbers: os.catalogues.phoneNumbers.handler(
      sound(({ userId }, { type }) =>
        numbers
          .listNumbers(db, userId)
          .filter(number => type === 'outbound' || number.type !== 'caller_id')
          .map(number => answers.ownNumber(db, number))
          .filter(number => type === 'outbound' || number.is_available),
      ),
    ),
  })
