import { Button } from '@mantine/core'
import type { Conversation } from '../../../contract/conversations'
import { putRight, warn } from '../../parts/tell'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { shortName } from './conversation-text'

type List = { pages: { data: Conversation[] }[] }

/** Takes a conversation over from the assistant, or gives it back. */
export function TakeOver({ conversation, size }: { conversation: Conversation; size?: 'xs' }) {
  const { client, ask } = useDesk()
  const { id: uuid, ai_enabled: isAssistants, assistant_name } = conversation
  const about = `conversation ${uuid}`
  const change = useChange(
    ({ enable }: { enable: boolean }) =>
      (enable ? client.conversations.enableAi({ uuid }) : client.conversations.disableAi({ uuid })).catch(error => {
        warn((error as Error).message, { about })
        throw error
      }),
    {
      about: isAssistants,
      onDone: () => putRight(about),
      assume: ({ enable }, shown) => {
        const set = <T extends Conversation>(one: T): T => ({ ...one, ai_enabled: enable, ai_disabled: !enable })
        shown.change<Conversation>(ask.conversations.open.key({ input: { uuid } }), set)
        shown.change<List>(ask.conversations.list.key({ type: 'infinite' }), ({ pages, ...others }) => ({
          ...others,
          pages: pages.map(page => ({ ...page, data: page.data.map(one => (one.id === uuid ? set(one) : one)) })),
        }))
      },
    },
  )
  return isAssistants ? (
    <Button size={size} variant={size ? 'default' : 'filled'} onClick={() => change.run({ enable: false })}>
      {t('Take over')}
    </Button>
  ) : (
    <Button size={size} onClick={() => change.run({ enable: true })}>
      {t('Give back to {name}', { name: shortName(assistant_name) })}
    </Button>
  )
}
