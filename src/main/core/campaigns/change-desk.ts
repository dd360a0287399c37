import type { SettingsChange } from '../../../contract/settings'
import type { Input } from '../../../contract/validation'
import { changeWorkspaceSettings } from '../assistants/workspace-settings'
import { type Context, transact } from '../kernel/context'
import { isSimulated } from '../workspace/desk-time'
import { getSettings, type Settings } from '../workspace/settings'
import { stopCampaign } from './campaign-states'
import { running } from './campaigns'

/**
 * Changes the settings of the workspace. Another carrier stops every campaign: whom it would call now, a person must want
 * anew. Calls that are under way stay with the carrier that they have. Throws `invalid` with every error; nothing has
 * changed then.
 */
export function changeDesk(context: Context, input: Input<SettingsChange>): Settings {
  return transact(context, () => {
    const { carrier } = getSettings(context.db)
    if (input.values.carrier === 'sip' && isSimulated(context.db))
      input.errors.add(
        'carrier',
        'The carrier field must be simulated: this desk has run with simulated time, so it calls nobody real.',
      )
    const changed = changeWorkspaceSettings(context, input)
    if (changed.carrier !== carrier) for (const campaign of running(context.db)) stopCampaign(context, campaign)
    return changed
  })
}
