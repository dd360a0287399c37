import { Button, Modal } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract'
import { FormNotice, LeaveDialog } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import { VariableFields } from '../../forms/VariableFields'
import { Notice } from '../../parts/Notice'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import type { PersonLead } from './person-text'

const schema = contract.leads.update['~orpc'].inputSchema!.pick({ variables: true })

/** Changes what a campaign knows about somebody in its list. */
export function VariablesDialog({ lead, onClose }: { lead: PersonLead; onClose: () => void }) {
  const { client, ask } = useDesk()
  const campaign = useQuery(ask.campaigns.get.queryOptions({ input: { id: lead.campaign.id } }))
  const assistantId = campaign.data?.assistant_id
  const assistant = useQuery(
    ask.assistants.get.queryOptions({ input: assistantId == null ? skipToken : { id: assistantId } }),
  )
  const defaults = assistant.data?.variables ?? {}
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(lead.variables)])]
  const form = useForm({
    saved: { variables: lead.variables },
    schema: schema.required({ variables: true }),
    // What was emptied is taken out, or left to the assistant's own value.
    toSend: ({ variables }) => ({
      variables: { ...Object.fromEntries(Object.keys(lead.variables).map(name => [name, null])), ...variables },
    }),
    send: ({ variables }) => client.leads.update({ id: lead.id, variables: variables as Record<string, string> }),
    onSaved: onClose,
  })
  const error = failureOf(campaign, assistant)
  const isKnown = campaign.data !== undefined && (assistantId == null || assistant.data !== undefined)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('What “{campaign}” knows', { campaign: lead.campaign.name })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form {...form.props} className="stack" aria-busy={!isKnown && !error}>
        <FormNotice form={form} />
        <LeaveDialog form={form} />
        {error && <Notice tone="bad" title={error.message} />}
        {isKnown && names.length === 0 && (
          <p className="soft">
            {t('The assistant of this campaign has no variables. They are added in the assistant.')}
          </p>
        )}
        <VariableFields
          names={names}
          defaults={defaults}
          path="variables"
          value={form.values.variables}
          onChange={variables => form.set({ variables })}
          errorOf={form.errorOf}
        />
        <div className="row">
          <Button type="submit" variant="filled" loading={form.isSaving} disabled={form.changes.length === 0}>
            {t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}
