import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { Document, Passage } from '../../../contract/knowledgebases'
import { refusedOf } from '../../forms/refused'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { SearchField } from '../../parts/SearchField'
import { tip } from '../../parts/tips/tip'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './knowledge.module.css'
import { bare, fitInWords } from './knowledge-text'

interface Props {
  base: number
  /** There is nothing to find yet. */
  isEmpty: boolean
  documents: Document[]
  asked: string
  onAsk: (text: string) => void
  onOpen: (document: number) => void
}

/** Asks a knowledge base as an assistant does, and shows the passages that the assistant would be given. */
export function AskIt({ base, isEmpty, documents, asked, onAsk, onOpen }: Props) {
  const { ask } = useDesk()
  const answer = useQuery(
    ask.knowledgebases.search.queryOptions({
      input: asked === '' ? skipToken : { id: base, query: asked },
      placeholderData: keepPreviousData,
    }),
  )
  const error = failureOf(answer)
  const { query: refused } = refusedOf(error, { query: t('The question') })
  const found = asked === '' ? undefined : answer.data?.data
  const best = found?.[0]?.score ?? 0
  if (isEmpty)
    return (
      <Panel title={t('Ask it')}>
        <p className={`soft ${css.nothing}`}>
          {t('Once a document is read, ask here what a caller may ask, and see what an assistant is given.')}
        </p>
      </Panel>
    )
  return (
    <Panel
      title={t('Ask it')}
      count={
        <span role="status">
          {found &&
            (found.length > 0
              ? t('{n, plural, one {# passage} other {# passages}}, as an assistant is given them', {
                  n: found.length,
                })
              : t('nothing found'))}
        </span>
      }
    >
      <div className={css.ask}>
        <SearchField
          label={t('Ask it')}
          placeholder={t('What a caller may ask, in any words')}
          width="min(100%, 520px)"
          value={asked}
          error={refused}
          onSearch={onAsk}
        />
        {error && !refused && <Notice tone="bad" title={error.message} />}
        {found && found.length > 0 && (
          <ol className={css.passages}>
            {found.map(passage => (
              <Found
                key={`${passage.document_id} ${passage.page} ${passage.text}`}
                passage={passage}
                document={documents.find(({ id }) => id === passage.document_id)}
                best={best}
                onOpen={onOpen}
              />
            ))}
          </ol>
        )}
        {found?.length === 0 && (
          <p className="soft">
            {t('No passage has any of these words. An assistant would be told that nothing was found.')}
          </p>
        )}
      </div>
    </Panel>
  )
}

function Found({
  passage,
  document,
  best,
  onOpen,
}: {
  passage: Passage
  document: Document | undefined
  best: number
  onOpen: (document: number) => void
}) {
  const { text, heading, source, url, page, document_id, score } = passage
  return (
    <li>
      <div className={css.from}>
        <button type="button" className="link" onClick={() => onOpen(document_id)}>
          {document?.name ?? source}
        </button>
        <Where heading={heading} page={page} url={url} title={source === document?.name ? null : source} />
        <span className={css.fit} {...tip(t('Score {score}', { score: score.toFixed(2) }))}>
          {fitInWords(score, best)}
        </span>
      </div>
      <p>{text}</p>
    </li>
  )
}

/** Where a passage stands: its heading, the page of a PDF file, or the page of a website. */
export function Where({
  heading,
  page,
  url,
  title,
}: Pick<Passage, 'heading' | 'page' | 'url'> & { title: string | null }) {
  const parts = [page !== null && t('page {n}', { n: page }), title, heading].filter(Boolean)
  return (
    <>
      {parts.length > 0 && <span className={css.sub}>{parts.join(' · ')}</span>}
      {url && (
        <a className={`link ${css.sub}`} href={url} target="_blank" rel="noreferrer">
          {bare(url)}
        </a>
      )}
    </>
  )
}
