import { Button } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { count } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { PageHeader } from '../../parts/PageHeader'
import { go, linkTo, refine, usePlace } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { ColumnsStep } from './ColumnsStep'
import { FileStep } from './FileStep'
import css from './import.module.css'
import { importing, PATH, returnTo, type Step, setCampaign, startOver, steps } from './import-store'
import { ImportStep, ProblemsStep } from './ProblemsStep'

const stepWords: Record<Step, string> = {
  file: t('File'),
  columns: t('Columns'),
  problems: t('Problems'),
  import: t('Import'),
}

/** Imports a list of leads into a campaign: the file, what its columns become, what is wrong with it, and what came of it. */
export function ImportPage() {
  const { ask } = useDesk()
  const { query } = usePlace()
  const state = useStore(importing)
  // A step has many fields. It is drawn in pieces, so that the page answers meanwhile.
  const step = useDeferredValue(state.step)
  const { data: campaigns } = useQuery(ask.campaigns.list.queryOptions({ input: {} }))
  const asked = Number(query.get('campaign')) || null
  useStepInAddress(state.step, query)
  const campaign = campaigns?.find(({ id }) => id === state.campaignId)
  const { data: assistant, isError } = useQuery(
    ask.assistants.get.queryOptions({ input: campaign?.assistant_id ? { id: campaign.assistant_id } : skipToken }),
  )
  // A link names the campaign; an import that goes on keeps its own.
  useEffect(() => {
    const { result, checking, campaignId } = importing.getState()
    if (asked !== null && asked !== campaignId && result?.status !== 'running' && !checking) setCampaign(asked, null)
  }, [asked])
  const id = campaign?.id ?? null
  const names =
    campaign?.assistant_id == null || isError ? null : assistant ? Object.keys(assistant.variables) : undefined
  const known = JSON.stringify(names)
  useEffect(() => {
    if (id !== null && known !== undefined) setCampaign(id, JSON.parse(known) as string[] | null)
  }, [id, known])

  const meta = [
    state.fileName,
    state.facts && t('{n, plural, one {# row} other {# rows}}', { n: state.facts.rows - (state.hasTitles ? 1 : 0) }),
    campaign && t('into {name}', { name: campaign.name }),
  ]
  return (
    <div className={layout.column}>
      <PageHeader
        title={t('Import')}
        trail={[[t('Leads'), '/leads']]}
        meta={meta.filter(Boolean).join(' · ')}
        actions={
          <Button
            component="a"
            href={linkTo('/leads', { campaign: state.campaignId ?? undefined })}
            onClick={() => state.result?.status !== 'running' && !state.checking && startOver()}
          >
            {state.result?.status === 'running' || state.checking
              ? t('Leave it running')
              : state.result
                ? t('Close')
                : t('Cancel')}
          </Button>
        }
      />
      <Steps now={state.step} />
      {step === 'file' && <FileStep campaigns={campaigns} isReady={id !== null && names !== undefined} />}
      {step === 'columns' && <ColumnsStep assistant={assistant} />}
      {step === 'problems' && <ProblemsStep isRunning={campaign?.status === 'in-progress'} />}
      {step === 'import' && <ImportStep />}
    </div>
  )
}

/** Each step has an address, so that going back leads to the step before and not away from the import. */
function useStepInAddress(step: Step, query: URLSearchParams) {
  const asked = steps.find(one => one === query.get('step')) ?? 'file'
  const campaign = query.get('campaign') ?? undefined
  const shown = useRef<{ step: Step; asked: Step } | null>(null)
  useEffect(() => {
    const before = shown.current
    shown.current = { step, asked }
    const isAsked = before !== null && asked !== before.asked
    if (asked === step || (isAsked && step === before.step && returnTo(asked))) return
    const filters = { campaign, step: step === 'file' ? undefined : step }
    // Only a step forward is something to go back from. What was imported stays so.
    const isForward = before !== null && !isAsked && steps.indexOf(step) > steps.indexOf(before.step)
    if (isForward && step !== 'import') go(PATH, filters)
    else refine(PATH, filters)
  }, [step, asked, campaign])
}

const Steps = ({ now }: { now: Step }) => (
  <ol className={css.steps} aria-label={t('Steps')}>
    {steps.map((step, i) => {
      const isDone = i < steps.indexOf(now)
      return (
        <li key={step} aria-current={step === now ? 'step' : undefined} data-done={isDone || undefined}>
          <i>{isDone ? <IconCircleCheckFilled size={17} aria-label={t('done')} /> : count(i + 1)}</i>
          {stepWords[step]}
        </li>
      )
    })}
  </ol>
)
