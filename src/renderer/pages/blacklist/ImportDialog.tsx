import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { MOST_NUMBERS } from '../../../contract/blacklist'
import { useCountry } from '../../forms/NumberField'
import { FileDrop } from '../../parts/FileDrop'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { inform, warn } from '../../parts/tell'
import { countryName } from '../../phone'
import type { Desk } from '../../stores/desk'
import { useDesk } from '../../stores/use-desk'
import { beginWork } from '../../stores/works'
import { t } from '../../words/words'
import css from './blacklist.module.css'
import { readNumbers } from './read-numbers'

/** How many rows without a number are named. */
const NAMED = 50
/** Bytes. A million numbers. */
const LARGEST = 20 * 1024 * 1024

/** Puts many numbers on the do-not-call list: pasted, or of a file. What is no number is named before anything is sent. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const desk = useDesk()
  const country = useCountry()
  const [text, setText] = useState('')
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const given = useDeferredValue(file?.text ?? text)
  const { numbers, wrong } = useMemo(() => readNumbers(given, country), [given, country])
  const take = async ([taken]: File[]) => {
    setRefused(null)
    if (taken) setFile({ name: taken.name, text: await taken.text() })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Import numbers')}
      size={520}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 600 } }}
    >
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (numbers.length === 0) return
          void importNumbers(desk, numbers, reason.trim())
          onClose()
        }}
      >
        {file ? (
          <div className="row">
            <span className="strong clip">{file.name}</span>
            <Button size="xs" onClick={() => setFile(null)}>
              {t('Another file')}
            </Button>
          </div>
        ) : (
          <>
            <Textarea
              label={t('Numbers, one a line')}
              description={
                country
                  ? t('In any form. Without + they are read as dialed in {country}.', { country: countryName(country) })
                  : t('With + and country.')
              }
              autosize
              minRows={5}
              maxRows={12}
              data-autofocus
              value={text}
              onChange={event => setText(event.currentTarget.value)}
            />
            <FileDrop
              title={t('Drop a file here, or choose one')}
              accept={{ 'text/csv': ['.csv'], 'text/plain': ['.txt'] }}
              maxSize={LARGEST}
              onFiles={take}
              onRefused={([first]) => setRefused(first ? `${first.file.name}: ${first.why}` : null)}
            >
              {t('A table as CSV, or a text with a number a line. The column with the numbers is found.')}
            </FileDrop>
          </>
        )}
        {refused && <Notice tone="bad" title={refused} />}
        <TextInput
          label={t('Reason')}
          placeholder={t('For example the list that they come from')}
          maxLength={255}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <div role="status">
          {wrong.length > 0 && (
            <Notice
              tone="warn"
              title={t('{n, plural, one {# row is no number} other {# rows are no number}}, and left out', {
                n: wrong.length,
              })}
            >
              <ul className={css.wrong} aria-label={t('Rows without a number')}>
                {wrong.slice(0, NAMED).map(({ row, text }) => (
                  <li key={row}>
                    <span className="dim">{t('Row {row}', { row: count(row) })}</span> <span>{text}</span>
                  </li>
                ))}
              </ul>
              {wrong.length > NAMED && t('And {n} more.', { n: count(wrong.length - NAMED) })}
            </Notice>
          )}
        </div>
        <div className="row">
          <Button type="submit" variant="filled" disabled={numbers.length === 0}>
            {numbers.length === 0
              ? t('Put on the list')
              : t('Put {n, plural, one {# number} other {# numbers}} on the list', { n: numbers.length })}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Modal>
  )
}

/** Sends the numbers in parts. It goes on when the page is left; the corner shows how far it is. */
async function importNumbers(desk: Desk, numbers: readonly string[], reason: string) {
  const abort = new AbortController()
  const work = beginWork({ title: t('Importing: do-not-call list'), cancel: () => abort.abort() })
  const sum = { added: 0, duplicates: 0, skipped: 0 }
  try {
    for (let from = 0; from < numbers.length && !abort.signal.aborted; from += MOST_NUMBERS) {
      const part = numbers.slice(from, from + MOST_NUMBERS)
      const { data } = await desk.client.blacklist.addMany({ phone_numbers: part, reason })
      sum.added += data.added
      sum.duplicates += data.duplicates
      sum.skipped += data.skipped
      work.progress(Math.min(from + part.length, numbers.length), numbers.length)
    }
    inform(
      [
        abort.signal.aborted && t('Cancelled.'),
        t('{n, plural, one {# number was} other {# numbers were}} put on the do-not-call list.', { n: sum.added }),
        sum.duplicates > 0 && t('{n, plural, one {# was} other {# were}} there already.', { n: sum.duplicates }),
        sum.skipped > 0 && t('{n, plural, one {# was} other {# were}} no number.', { n: sum.skipped }),
      ]
        .filter(Boolean)
        .join(' '),
    )
  } catch (error) {
    warn(
      t('The import stopped after {n, plural, one {# number} other {# numbers}}: {why}', {
        n: sum.added + sum.duplicates,
        why: (error as Error).message,
      }),
    )
  } finally {
    work.end()
    desk.hurry()
  }
}
