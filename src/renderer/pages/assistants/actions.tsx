import { Button, Menu, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { assistantFieldNames } from '../../../contract/assistant-fields'
import type { AssistantOverview } from '../../../contract/assistants'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { formatPhone } from '../../parts/format'
import { putRight, tell, warn } from '../../parts/tell'
import { go } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { locale } from '../../words/language'
import { t } from '../../words/words'
import css from './assistants.module.css'

export interface AssistantActions {
  /** Makes it active, or inactive. */
  toggle(assistant: AssistantOverview): void
  /** Makes a copy, and opens it. */
  duplicate(assistant: AssistantOverview): void
  /** Asks first. What a campaign uses is not deleted. */
  remove(assistant: AssistantOverview): void
  /** It must be rendered by the page. */
  dialog: ReactNode
}

/** The actions on an assistant, for its row and its page. `about`: what a refusal is about. */
export function useAssistantActions(about: unknown, onRemoved?: () => void): AssistantActions {
  const { client, ask, queries } = useDesk()
  const [toDelete, setToDelete] = useState<AssistantOverview | null>(null)
  const setStatus = useChange(
    ({ id, status }: Pick<AssistantOverview, 'id' | 'status'>) => client.assistants.update({ id, status }),
    {
      about,
      assume({ id, status }, shown) {
        const change = <A extends { id: number }>(one: A) => (one.id === id ? { ...one, status } : one)
        shown.change<AssistantOverview[]>(ask.assistants.overview.key(), all => all.map(change))
        shown.change<{ id: number }>(ask.assistants.get.key({ input: { id } }), change)
      },
    },
  )
  const copy = useChange(
    async ({ id, name }: AssistantOverview) => {
      const whole = await client.assistants.get({ id })
      const settings = Object.fromEntries(assistantFieldNames.map(field => [field, whole[field]])) as typeof whole
      // A number is answered by one assistant only.
      const phone_number_id = whole.type === 'inbound' ? null : whole.phone_number_id
      const copied = t('Copy of {name}', { name })
      return client.assistants.create({
        ...settings,
        phone_number_id,
        name: [...copied].slice(0, 255).join(''),
      } as never)
    },
    {
      onDone: ({ data }) => {
        tell(t('“{name}” was made. It is inactive.', { name: data.name }))
        go(`/assistants/${data.id}`)
      },
    },
  )
  const failed = setStatus.failed ?? copy.failed
  useEffect(() => {
    if (failed) warn(failed, { about: 'assistants' })
    else putRight('assistants')
  }, [failed])
  const isUsed = (toDelete?.campaigns.length ?? 0) > 0
  const close = () => setToDelete(null)

  return {
    toggle: ({ id, status }) => void setStatus.run({ id, status: status === 'active' ? 'inactive' : 'active' }),
    duplicate: assistant => void copy.run(assistant),
    remove: setToDelete,
    dialog: (
      <>
        <InUse assistant={isUsed ? toDelete : null} onClose={close} />
        <ConfirmDialog
          opened={toDelete !== null && !isUsed}
          title={t('Delete “{name}”?', { name: toDelete?.name })}
          action={t('Delete assistant')}
          keep={t('Keep it')}
          onKeep={close}
          onAct={async () => {
            const { id } = toDelete!
            await client.assistants.remove({ id })
            const list = { queryKey: ask.assistants.overview.key() }
            queries.setQueriesData<AssistantOverview[]>(list, all => all?.filter(one => one.id !== id))
            void queries.invalidateQueries(list)
            close()
            onRemoved?.()
          }}
        >
          {toDelete && lost(toDelete)}
        </ConfirmDialog>
      </>
    ),
  }
}

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

/** What is lost with an assistant. */
const lost = ({ type, phone_number, transferred_from: others }: AssistantOverview) =>
  [
    type === 'inbound' && phone_number && t('Nobody answers {number} then.', { number: formatPhone(phone_number) }),
    others.length > 0 &&
      t('{names} {n, plural, one {hands} other {hand}} calls over to it, and can do so no more.', {
        names: list.format(others),
        n: others.length,
      }),
    t('Running calls go on to the end, and its calls stay in the log. This cannot be undone.'),
  ]
    .filter(Boolean)
    .join(' ')

/** Why an assistant is not deleted: its campaigns would stop. */
function InUse({ assistant, onClose }: { assistant: AssistantOverview | null; onClose: () => void }) {
  return (
    <Modal
      opened={assistant !== null}
      onClose={onClose}
      title={t('“{name}” is in use', { name: assistant?.name })}
      size={420}
      centered
      withCloseButton={false}
      styles={{ title: { fontWeight: 600 } }}
    >
      <div className="stack">
        <p className="soft">
          {t(
            '{n, plural, one {A campaign calls} other {# campaigns call}} with it, and would stop. Give {n, plural, one {it} other {them}} another assistant first:',
            { n: assistant?.campaigns.length ?? 0 },
          )}
        </p>
        <ul className={css.users}>
          {assistant?.campaigns.map(({ id, name }) => (
            <li key={id}>
              <a className="link" href={`#/campaigns/${id}/edit`} onClick={onClose}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <div className="row">
          <Button data-autofocus onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** The actions in the menu of the page. */
export function ActionItems({ assistant, actions }: { assistant: AssistantOverview; actions: AssistantActions }) {
  return (
    <>
      <Menu.Item onClick={() => actions.toggle(assistant)}>{toggleWord(assistant)}</Menu.Item>
      <Menu.Item onClick={() => actions.duplicate(assistant)}>{t('Duplicate')}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => actions.remove(assistant)}>{t('Delete assistant')}</Menu.Item>
    </>
  )
}

export const toggleWord = ({ status }: Pick<AssistantOverview, 'status'>) =>
  status === 'active' ? t('Make inactive') : t('Make active')
