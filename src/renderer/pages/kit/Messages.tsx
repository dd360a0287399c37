import { Button } from '@mantine/core'
import { useState } from 'react'
import { Composer } from '../../parts/Composer'
import { Thread, type ThreadLine } from '../../parts/Thread'
import { Group } from './Group'
import css from './kit.module.css'
import { chat } from './samples'

/** More lines than anybody reads, to see that a long thread is quick. */
const MANY = 1000

export function Messages() {
  const [lines, setLines] = useState<ThreadLine[]>(chat)
  const say = (who: 'person' | 'assistant', text: string) =>
    setLines(known => [...known, { kind: 'said', id: `${known.length}`, who, text }])
  return (
    <Group title="Thread">
      <div className={css.thread}>
        <Thread
          label="Talk to Nora"
          lines={lines}
          right="person"
          names={{ person: 'Priya', assistant: 'Nora' }}
          writing="Nora is answering"
          top="Nothing is booked: tools answer from their examples."
        />
        <Composer
          label="Say something to Nora"
          placeholder="Say something as Priya"
          most={300}
          onSend={async text => {
            if (text === 'refuse') return false
            say('person', text)
            return true
          }}
          actions={<Button onClick={() => say('assistant', 'One more line.')}>Answer</Button>}
          hint={text => `${text.length} characters`}
        />
      </div>
      <Button
        onClick={() =>
          setLines(
            Array.from({ length: MANY }, (_, i) => ({
              kind: 'said',
              id: `${i}`,
              who: i % 2 ? 'person' : 'assistant',
              text: `Line ${i}. ${'We are closed on Saturdays. '.repeat(i % 5)}`,
            })),
          )
        }
      >
        A thousand lines
      </Button>
    </Group>
  )
}
