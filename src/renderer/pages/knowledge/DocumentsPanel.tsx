import { ActionIcon, Button } from '@mantine/core'
import { IconFileX, IconPencil, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { type RefObject, useCallback, useRef } from 'react'
import type { Document } from '../../../contract/knowledgebases'
import { type Column, DataTable, RowAction } from '../../parts/DataTable'
import { FileDrop } from '../../parts/FileDrop'
import { count, formatSize } from '../../parts/format'
import { Panel } from '../../parts/Panel'
import { StatusBadge } from '../../parts/StatusBadge'
import { tip } from '../../parts/tips/tip'
import { useOpenRow } from '../../parts/use-open-row'
import { Clip, Time } from '../../parts/values'
import type { go } from '../../router'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import css from './knowledge.module.css'
import { charactersInWords, documentsInWords, madeOf, passagesInWords } from './knowledge-text'
import { Reading } from './Reading'
import { cancel, kinds, sendAgain, showRefused, type Upload, upload, useUploads } from './uploads'
import type { DocumentActions } from './use-document-actions'

/** The largest file, bytes, as people count them: `20 MB`. */
const LARGEST = 20_000_000

interface Props {
  /** The id of the knowledge base. */
  base: number
  documents: Document[]
  open: number | undefined
  onOpen: (document: number, by?: typeof go) => void
  actions: DocumentActions
}

/** The documents of a knowledge base, and a place to drop more of them at. */
export function DocumentsPanel({ base, documents, open, onOpen, actions }: Props) {
  const desk = useDesk()
  const uploads = useUploads(base)
  const latest = useRef(actions)
  latest.current = actions
  const rowActions = useCallback((document: Document) => <RowActions document={document} actions={latest} />, [])
  const table = useRef<HTMLDivElement>(null)
  useOpenRow({ ids: documents.map(({ id }) => id), open, table, onOpen })
  return (
    <Panel title={t('Documents')} count={documents.length > 0 && documentsInWords(documents.length)} flush>
      <div className={css.drop}>
        <FileDrop
          title={t('Drop files here, or choose some')}
          accept={kinds}
          maxSize={LARGEST}
          multiple
          onFiles={files => upload(desk, base, files)}
          onRefused={refused => showRefused(base, refused)}
        >
          {t('PDF, Word (DOCX), text, Markdown or HTML, up to {size} each', { size: formatSize(LARGEST) })}
        </FileDrop>
      </div>
      {uploads.length > 0 && (
        <ul className={css.uploads} aria-label={t('Files on their way')}>
          {uploads.map(one => (
            <UploadRow key={one.key} upload={one} />
          ))}
        </ul>
      )}
      <div ref={table}>
        {documents.length > 0 && (
          <DataTable
            label={t('Documents')}
            columns={columns}
            rows={documents}
            expected={4}
            tall
            id={idOf}
            active={open}
            onOpen={document => onOpen(document.id)}
            actions={rowActions}
            empty={null}
          />
        )}
      </div>
    </Panel>
  )
}

function UploadRow({ upload: { key, file, state, why, isFinal } }: { upload: Upload }) {
  const desk = useDesk()
  const word = state === 'refused' ? t('Remove {name}', { name: file.name }) : t('Cancel {name}', { name: file.name })
  return (
    <li>
      <div>
        <Clip className="strong">{file.name}</Clip>
        {state === 'refused' ? (
          <span className={`${css.sub} row danger`} role="alert">
            <IconFileX size={13} aria-hidden />
            {why}
          </span>
        ) : (
          <span className={css.sub}>
            {formatSize(file.size)} · {state === 'sending' ? t('being sent') : t('waits for the others')}
          </span>
        )}
      </div>
      <span className="row">
        {state === 'refused' && !isFinal && (
          <Button size="xs" onClick={() => sendAgain(desk, key)}>
            {t('Try again')}
          </Button>
        )}
        <ActionIcon aria-label={word} onClick={() => cancel(desk, key)} {...tip(word)}>
          <IconX size={14} />
        </ActionIcon>
      </span>
    </li>
  )
}

const columns: Column<Document>[] = [
  {
    key: 'name',
    title: t('Name'),
    cell: document => (
      <>
        <Clip className="strong">{document.name}</Clip>
        <Clip className={css.sub}>{madeOf(document)}</Clip>
      </>
    ),
  },
  { key: 'state', title: t('State'), width: '34%', cell: document => <State document={document} /> },
  {
    key: 'text',
    title: t('Size'),
    width: 150,
    align: 'right',
    hide: 'tight',
    cell: ({ passages_count: passages, characters_count: characters }) =>
      passages > 0 ? (
        <>
          <Clip>{charactersInWords(characters)}</Clip>
          <Clip className={css.sub}>{passagesInWords(passages)}</Clip>
        </>
      ) : (
        <span className="dim">–</span>
      ),
  },
  {
    key: 'read',
    title: t('Read'),
    width: 112,
    align: 'right',
    cell: ({ read_at }) => (read_at ? <Time at={read_at} /> : <span className="dim">–</span>),
  },
]

function State({ document: { id, status, error, warnings } }: { document: Document }) {
  return (
    <>
      <StatusBadge kind="document" name={status} />
      {status === 'processing' && <Reading id={id} />}
      {error && <Clip className={`${css.sub} danger`}>{said(error)}</Clip>}
      {status === 'active' && warnings.length > 0 && (
        <Clip className={css.sub}>
          {t('{n, plural, one {# part} other {{all} parts}} could not be read', {
            n: warnings.length,
            all: count(warnings.length),
          })}
        </Clip>
      )}
    </>
  )
}

const idOf = (document: Document) => document.id

/** Whether there is something to read again: a file is kept until it was read. */
export const canReadAgain = ({ status, type }: Document) =>
  status === 'failed' || (status === 'active' && type === 'website')

export const readAgainWord = ({ status }: Pick<Document, 'status'>) =>
  status === 'failed' ? t('Try again') : t('Read again')

export const removeWord = ({ status, passages_count }: Document) =>
  status === 'processing' && passages_count === 0 ? t('Stop reading and delete') : t('Delete')

function RowActions({ document, actions }: { document: Document; actions: RefObject<DocumentActions> }) {
  const all = [
    ...(canReadAgain(document)
      ? [{ word: readAgainWord(document), icon: IconRefresh, act: () => actions.current.readAgain(document) }]
      : []),
    { word: t('Rename'), icon: IconPencil, act: () => actions.current.rename(document) },
    { word: removeWord(document), icon: IconTrash, act: () => actions.current.remove(document) },
  ]
  return all.map(({ word, icon: Sign, act }) => (
    <RowAction key={word} label={`${word}: ${document.name}`} word={word} onClick={act}>
      <Sign size={15} />
    </RowAction>
  ))
}
