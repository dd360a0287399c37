import type { SettingsChange } from '../../../contract/settings'
import type { Input } from '../../../contract/validation'
import { type Context, transact } from '../kernel/context'
import { invalid } from '../kernel/errors'
import { toMillionths } from '../money/amounts'
import { changeSettings, type Settings } from '../workspace/settings'
import { getModel } from './catalogue'
import { forgetTroubles } from './model-health'
import { findProvider, setCredentials } from './providers'

/**
 * Changes the settings of the workspace and the credentials of providers. It is in this folder because it checks ids of
 * the catalogue. Throws `invalid` with every error; nothing has changed then.
 */
export function changeWorkspaceSettings(
  context: Context,
  { values: { rates, low_balance, providers = [], ...change }, errors }: Input<SettingsChange>,
): Settings {
  return transact(context, () => {
    const model = change.evaluation_model_id
    if (model != null && getModel(context.db, model)?.type !== 'llm')
      errors.add('evaluation_model_id', 'The evaluation_model_id field is not a language model of the catalogue.')
    providers.forEach(({ id }, i) => {
      if (!findProvider(context.db, id))
        errors.add(`providers.${i}.id`, `The providers.${i}.id field is not a provider.`)
    })
    if (errors.any) throw invalid(errors)
    setCredentials(context, providers)
    for (const { id } of providers) forgetTroubles(context, findProvider(context.db, id)!.code)
    const { sms, ...prices } = rates ?? {}
    return changeSettings(context, {
      ...change,
      ...(low_balance !== undefined && { low_balance: toMillionths(low_balance) }),
      rates: rates && { ...inMillionths(prices), ...(sms && { sms: inMillionths(sms) }) },
    })
  })
}

const inMillionths = <T extends Record<string, number | null | undefined>>(prices: T) =>
  Object.fromEntries(
    Object.entries(prices).map(([name, usd]) => [name, typeof usd === 'number' ? toMillionths(usd) : usd]),
  ) as T
