import { Select } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { useCountry } from '../../forms/NumberField'
import { EmptyState } from '../../parts/EmptyState'
import { FileDrop } from '../../parts/FileDrop'
import { Notice } from '../../parts/Notice'
import { linkTo } from '../../router'
import { t } from '../../words/words'
import css from './import.module.css'
import { importing, readFile, setCampaign } from './import-store'
import { StepBody } from './StepBody'

/** Bytes. */
const LARGEST = 50 * 1024 * 1024
const accept = {
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'text/plain': ['.txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  // What Windows says of a CSV file.
  'application/vnd.ms-excel': ['.csv', '.xls'],
}

/** The campaign and the file. */
export function FileStep({ campaigns }: { campaigns: { id: number; name: string }[] | undefined }) {
  const { campaignId, isBusy, failed } = useStore(importing)
  const country = useCountry()
  if (campaigns?.length === 0)
    return (
      <EmptyState
        icon={IconSpeakerphone}
        title={t('Leads are imported into a campaign')}
        action={
          <a className="link" href={linkTo('/campaigns/new')}>
            {t('Make a campaign')}
          </a>
        }
      >
        {t('There is none yet.')}
      </EmptyState>
    )
  return (
    <StepBody
      label={t('Step 1, the file')}
      foot={<span className="dim">{isBusy && t('The file is being read.')}</span>}
    >
      <div className={css.start}>
        <Select
          label={t('Campaign')}
          placeholder={t('Choose a campaign')}
          searchable
          data={(campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={campaignId === null ? null : String(campaignId)}
          onChange={id => setCampaign(Number(id), null)}
        />
        {failed && <Notice tone="bad" title={failed} />}
        <FileDrop
          title={t('Drop a list here, or choose one')}
          accept={accept}
          maxSize={LARGEST}
          disabled={campaignId === null || isBusy}
          onFiles={([file]) => file && void readFile(file, country)}
          onRefused={([refused]) => importing.setState({ failed: refused?.why ?? null })}
        >
          {campaignId === null
            ? t('Choose a campaign first.')
            : t('CSV, TSV or an Excel file (.xlsx), up to 50 MB. One row for each person.')}
        </FileDrop>
      </div>
    </StepBody>
  )
}
