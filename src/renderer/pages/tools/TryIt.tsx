import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { contract } from '../../../contract'
import { checkTool, type ToolTrial } from '../../../contract/tools'
import { read } from '../../../contract/validation'
import { CodeBlock } from '../../parts/CodeBlock'
import { PaneSection } from '../../parts/DetailPane'
import { Notice } from '../../parts/Notice'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { answerInWords, type Parameter, sampleOf, tookInWords, type Values, variablesOf } from './tool-text'
import css from './tools.module.css'

const schema = contract.tools.tryDraft['~orpc'].inputSchema!

/** Calls a tool with its settings as they are typed, with sample values, and shows what was sent and answered. */
export function TryIt({ values }: { values: Values }) {
  const { client } = useDesk()
  const [given, setGiven] = useState<Record<string, string>>({})
  const [variables, setVariables] = useState<Record<string, string>>({})
  const [trial, setTrial] = useState<{ of: ToolTrial; headers: string[] } | null>(null)
  const parameters = values.schema.filter(
    ({ name }, i, all) => name !== '' && all.findIndex(other => other.name === name) === i,
  )
  const names = variablesOf(values)
  const { endpoint, method, timeout, headers } = values
  const input = {
    endpoint,
    method,
    timeout,
    headers: headers.map(({ name, value }) => ({ name, value })),
    schema: values.schema,
    arguments: Object.fromEntries(parameters.map(one => [one.name, given[one.name] ?? sampleOf(one)])),
    variables: Object.fromEntries(names.flatMap(name => (variables[name] ? [[name, variables[name]]] : []))),
  }
  const { values: valid, errors } = read(schema, input)
  checkTool(valid as typeof input, errors)
  const run = useChange(() => client.tools.tryDraft(input), {
    about: input,
    onDone: of => setTrial({ of, headers: headers.map(({ name }) => name) }),
  })
  return (
    <>
      <PaneSection title={t('Try it')}>
        <form
          className="stack"
          aria-label={t('Try it')}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (!errors.any) void run.run(undefined)
          }}
        >
          {parameters.map(one => (
            <Sample
              key={`${one.name} ${one.type}`}
              parameter={one}
              value={given[one.name] ?? sampleOf(one)}
              onChange={value => setGiven(old => ({ ...old, [one.name]: value }))}
            />
          ))}
          {names.map(name => (
            <TextInput
              key={`variable ${name}`}
              label={t('Value of {name}', { name })}
              placeholder={t('empty')}
              value={variables[name] ?? ''}
              onChange={event => {
                const { value } = event.currentTarget
                setVariables(old => ({ ...old, [name]: value }))
              }}
            />
          ))}
          <div className={css.send}>
            <Button
              type="submit"
              disabled={errors.any}
              loading={run.isBusy}
              leftSection={<IconSend size={14} aria-hidden />}
            >
              {t('Send it now')}
            </Button>
            <span className={css.sub}>
              {errors.any ? t('once its settings are complete') : t('as it stands here, saved or not')}
            </span>
          </div>
          {run.failed && <Notice tone="bad" title={run.failed} />}
        </form>
      </PaneSection>
      <div role="status">{trial && <Result trial={trial.of} headers={trial.headers} />}</div>
    </>
  )
}

interface SampleProps {
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}

function Sample({ parameter: { name, type, description }, value, onChange }: SampleProps) {
  const shared = { label: <span className="mono">{name}</span>, description: description || undefined, value }
  if (type === 'number') return <NumberInput {...shared} onChange={next => onChange(String(next))} />
  if (type === 'boolean')
    return (
      <Select
        {...shared}
        allowDeselect={false}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        onChange={next => onChange(next ?? 'true')}
      />
    )
  return <TextInput {...shared} onChange={event => onChange(event.currentTarget.value)} />
}

/** What was sent and what came back. */
function Result({ trial, headers }: { trial: ToolTrial; headers: string[] }) {
  const { ok, status, duration_ms, result, request } = trial
  const answer = t('{answer} in {took}', { answer: answerInWords({ status }), took: tookInWords(duration_ms) })
  // The service says in one text to a model what went wrong, and what came with it.
  const why = result.replace(/^Error: /, '')
  const body = status === null ? '' : ok ? result : why.replace(/^the endpoint answered \d+\.\s*/, '')
  return (
    <PaneSection title={t('What came back')}>
      <div className={css.answer}>
        {ok ? (
          <Notice tone="idle" title={capital(answer)} />
        ) : status === null ? (
          <Notice tone="bad" title={capital(why)} />
        ) : (
          <Notice tone="bad" title={capital(answer)}>
            {t('The assistant is told that it failed, with what came back.')}
          </Notice>
        )}
        {body !== '' && (
          <section aria-label={t('What was answered')}>
            <h4>{t('Answer, as the assistant gets it')}</h4>
            <CodeBlock label={t('What was answered')} text={body} />
          </section>
        )}
        <section aria-label={t('What was sent')}>
          <h4>{status === null && duration_ms === 0 ? t('Request, which was not sent') : t('Request')}</h4>
          <CodeBlock
            label={t('Address')}
            text={[`${request.method} ${request.url}`, ...headers.map(name => `${name}: ••••••`)].join('\n')}
          />
        </section>
        {request.body !== null && (
          <section aria-label={t('Body')}>
            <h4>{t('Body')}</h4>
            <CodeBlock label={t('Body')} text={request.body} />
          </section>
        )}
      </div>
    </PaneSection>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
