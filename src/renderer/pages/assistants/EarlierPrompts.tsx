import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeBlock } from '../../parts/CodeBlock'
import { NotShown } from '../../parts/NotShown'
import { Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { useEditor } from './editor'

/** The system prompts that the assistant had before, to take one of them again. Nothing when there are none. */
export function EarlierPrompts() {
  const { form, id } = useEditor()
  return id === null ? null : <OfSaved id={id} onUse={prompt => form.set({ system_prompt: prompt })} />
}

function OfSaved({ id, onUse }: { id: number; onUse: (prompt: string) => void }) {
  const { ask } = useDesk()
  const [opened, setOpened] = useState(false)
  const answer = useQuery(ask.assistants.earlierPrompts.queryOptions({ input: { id } }))
  const { data: earlier = [] } = answer
  if (earlier.length === 0) return null
  return (
    <>
      <span>
        <Button size="xs" onClick={() => setOpened(true)}>
          {t('Earlier prompts: {n, number}', { n: earlier.length })}
        </Button>
      </span>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('Earlier prompts')}
        size={640}
        closeButtonProps={{ 'aria-label': t('Close') }}
        styles={{ title: { fontWeight: 600 } }}
      >
        <div className="stack">
          <NotShown title={t('The earlier prompts cannot be shown')} error={failureOf(answer)} />
          <p className="soft">
            {t('The last 20 that were saved. What you take stands in the form until you save it.')}
          </p>
          {earlier.map(({ id: one, prompt, replaced_at }) => (
            <section key={one} className="stack" aria-label={t('Earlier prompt')}>
              <div className="row">
                <span>{rich('Until <at></at>', { at: () => <Time at={replaced_at} /> })}</span>
                <Button
                  size="xs"
                  onClick={() => {
                    onUse(prompt)
                    setOpened(false)
                  }}
                >
                  {t('Use this one')}
                </Button>
              </div>
              <CodeBlock text={prompt} label={t('Earlier prompt')} />
            </section>
          ))}
        </div>
      </Modal>
    </>
  )
}
