import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { go } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { RemoveSamples } from '../settings/SamplesSection'
import type { Guide } from './use-guide'
import css from './welcome.module.css'

/** For whoever wants to look around first. `slim`: in a line. */
export function SampleData({ guide, slim }: { guide: Guide; slim?: boolean }) {
  const { ask, client } = useDesk()
  const { data } = useQuery(ask.samples.get.queryOptions({ input: {} }))
  const load = useChange(() => client.samples.load({}), {
    about: data?.loaded,
    onDone: ({ message, data }) => {
      tell(said(message))
      const campaign = data.records.find(({ kind }) => kind === 'campaign')
      if (campaign) go(`/campaigns/${campaign.id}`)
    },
  })
  if (!data) return null
  const word = data.loaded ? t('Take the sample data away') : t('Load sample data')
  const act = () => (data.loaded ? guide.setTakingSamples(true) : load.run(undefined))
  return (
    <section className={css.samples} data-slim={slim || undefined} aria-label={t('Sample data')}>
      {slim ? (
        <>
          <p>{data.loaded ? t('Sample data is loaded') : t('Rather look around first?')}</p>
          <button type="button" className="link" onClick={act}>
            {word}
          </button>
        </>
      ) : (
        <>
          <div>
            <h2>{data.loaded ? t('Sample data is loaded') : t('Rather look around first?')}</h2>
            <p>
              {data.loaded
                ? t('Nothing of it counts for the steps. What you have changed of it stays.')
                : t(
                    'An assistant, a campaign with twelve people, a number and a knowledge base. You can take them away again at any time.',
                  )}
            </p>
          </div>
          <Button loading={load.isBusy} onClick={act}>
            {word}
          </Button>
        </>
      )}
      {load.failed && <Notice tone="bad" title={load.failed} />}
      <RemoveSamples
        opened={guide.isTakingSamples}
        data={data}
        onKeep={() => guide.setTakingSamples(false)}
        onRemoved={() => guide.setTakingSamples(false)}
      />
    </section>
  )
}
