import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Document } from '../../../contract/knowledgebases'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { count } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { Pager } from '../../parts/Pager'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { Where } from './AskIt'
import { canReadAgain, readAgainWord, removeWord } from './DocumentsPanel'
import css from './knowledge.module.css'
import { bare, passagesInWords, typeWords } from './knowledge-text'
import { Reading } from './Reading'
import type { DocumentActions } from './use-document-actions'

interface Props {
  base: number
  document: Document
  actions: DocumentActions
  onClose: () => void
}

/** One document: its state, why it could not be read, and what was read from it. */
export function DocumentPane({ base, document, actions, onClose }: Props) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  const { status, error, warnings, passages_count: passages } = document
  const rename = t('Rename')
  const remove = removeWord(document)
  return (
    <DetailPane
      ref={pane}
      label={t('Document')}
      title={document.name}
      width={372}
      onClose={onClose}
      actions={
        <>
          <ActionIcon aria-label={rename} onClick={() => actions.rename(document)} {...tip(rename)}>
            <IconPencil size={15} />
          </ActionIcon>
          <ActionIcon aria-label={remove} onClick={() => actions.remove(document)} {...tip(remove)}>
            <IconTrash size={15} />
          </ActionIcon>
        </>
      }
    >
      {error && (
        <div className={layout.notice}>
          <Notice tone="bad" title={said(error)}>
            {passages > 0
              ? t('What was read before is still used.')
              : document.type === 'website'
                ? t('Check that its address opens in a browser, then try again.')
                : t('Put the file right and add it again, or delete this one.')}
          </Notice>
        </div>
      )}
      {warnings.length > 0 && (
        <div className={layout.notice}>
          <Notice tone="warn" title={t('Not all of it could be read')}>
            <ul className={css.links}>
              {warnings.map(text => (
                <li key={text}>{said(text)}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <PaneSection title={t('About')}>
        <div className="stack">
          <KeyValue width={96} rows={aboutRows(document)} />
          {canReadAgain(document) && (
            <Button
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={() => actions.readAgain(document)}
            >
              {readAgainWord(document)}
            </Button>
          )}
        </div>
      </PaneSection>
      {passages > 0 && <WhatWasRead base={base} document={document} />}
      {passages === 0 && status === 'processing' && (
        <PaneSection title={t('What was read')}>
          <Reading id={document.id} />
        </PaneSection>
      )}
    </DetailPane>
  )
}

function aboutRows(document: Document): [string, ReactNode][] {
  const { status, type, links, description, characters_count: characters, read_at } = document
  const rows: ([string, ReactNode] | false)[] = [
    [t('State'), <StatusBadge key="state" kind="document" name={status} />],
    description !== '' && [t('What it is about'), description],
    [t('Kind'), typeWords[type]],
    links.length > 0 && [
      t('Addresses'),
      <span key="links" className={css.links}>
        {links.map(link => (
          <a key={link} className="link" href={link} target="_blank" rel="noreferrer">
            {bare(link)}
          </a>
        ))}
      </span>,
    ],
    document.relative_links_limit !== null && [
      t('Further pages'),
      t('up to {n}', { n: count(document.relative_links_limit) }),
    ],
    read_at !== null && [t('Read'), <Time key="read" at={read_at} />],
    characters > 0 && [t('Characters'), count(characters)],
  ]
  return rows.filter(row => row !== false)
}

/** The passages of a document, in its order. */
function WhatWasRead({ base, document }: { base: number; document: Document }) {
  const { ask } = useDesk()
  const [page, setPage] = useState(1)
  const answer = useQuery(
    ask.documents.passages.queryOptions({
      input: { id: base, documentId: document.id, page },
      placeholderData: keepPreviousData,
    }),
  )
  const error = failureOf(answer)
  const { data } = answer
  return (
    <PaneSection
      title={t('What was read')}
      action={<span className="dim">{passagesInWords(document.passages_count)}</span>}
    >
      {error && <Notice tone="bad" title={error.message} />}
      <ol className={css.passages} aria-busy={!data}>
        {data?.data.map(({ id, text, heading, title, url, page: at }) => (
          <li key={id}>
            <div className={css.from}>
              <Where heading={heading} page={at} url={url} title={title} />
            </div>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {data && data.last_page > 1 && (
        <div className={css.turn}>
          <Pager of={data} page={page} onTurn={setPage} />
        </div>
      )}
    </PaneSection>
  )
}
