import { whyScripted } from '../core/assistants/brief'
import * as catalogues from '../core/assistants/catalogue'
import type { Context, Outside } from '../core/kernel/context'
import * as numbers from '../core/numbers/numbers'
import { ownNumber } from './phone-numbers'
import { os, whenValid } from './wiring'

export const cataloguesRoutes = ({ db }: Context, { models }: Pick<Outside, 'models'>) =>
  os.catalogues.router({
    voices: os.catalogues.voices.handler(whenValid((_, filter) => catalogues.listVoices(db, filter))),
    languages: os.catalogues.languages.handler(whenValid(() => catalogues.listLanguages(db))),
    models: os.catalogues.models.handler(
      whenValid((_, { type }) =>
        catalogues.listModels(db, type).map(model => ({
          id: model.id,
          name: model.name,
          ...(type !== 'llm' && { code: model.code }),
          scripted_because: whyScripted(models, model),
        })),
      ),
    ),
    synthesizerProviders: os.catalogues.synthesizerProviders.handler(
      whenValid((_, { language_id }) => catalogues.listSynthesizers(db, language_id)),
    ),
    transcriberProviders: os.catalogues.transcriberProviders.handler(
      whenValid((_, { language_id }) => catalogues.listTranscribers(db, language_id)),
    ),
    phoneNumbers: os.catalogues.phoneNumbers.handler(
      whenValid(({ userId }, { type }) =>
        numbers
          .listNumbers(db, userId)
          .filter(number => numbers.suits(db, number, type))
          .map(number => ownNumber(db, number)),
      ),
    ),
  })
