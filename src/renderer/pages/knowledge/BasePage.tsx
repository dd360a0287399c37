import { Button, Menu } from '@mantine/core'
import { IconWorldPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Knowledgebase } from '../../../contract/knowledgebases'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { count } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { Time } from '../../parts/values'
import { go, linkTo, refine, usePlace } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { AddPages } from './AddPages'
import { AskIt } from './AskIt'
import { DocumentPane } from './DocumentPane'
import { DocumentsPanel } from './DocumentsPanel'
import css from './knowledge.module.css'
import { documentsInWords, readInWords } from './knowledge-text'
import { useBaseActions } from './use-base-actions'
import { useDocumentActions } from './use-document-actions'

/** One knowledge base: what an assistant finds in it, its documents, and who uses it. */
export function BasePage({ id }: { id: number }) {
  const { ask } = useDesk()
  const { path, query } = usePlace()
  const baseAnswer = useQuery(ask.knowledgebases.get.queryOptions({ input: { id } }))
  const listAnswer = useQuery(ask.documents.list.queryOptions({ input: { id } }))
  const error = failureOf(baseAnswer, listAnswer)
  const base = baseAnswer.data?.data
  const documents = listAnswer.data?.data
  const asked = query.get('ask') ?? ''
  const open = Number(query.get('open')) || undefined
  const isAdding = query.get('add') === 'pages'
  const filters = { ask: asked || undefined, open, add: isAdding ? 'pages' : undefined }
  const at = (change: Partial<typeof filters>) => linkTo(path, { ...filters, ...change })
  const closed = at({ open: undefined, add: undefined })
  const close = useCallback(() => {
    location.hash = closed
  }, [closed])
  const baseActions = useBaseActions(() => go('/knowledge'))
  const actions = useDocumentActions(id, documents, removed => removed === open && close())

  if (!base || !documents)
    return error ? (
      <div className={layout.column}>
        <PageHeader trail={[[t('Knowledge'), '/knowledge']]} title={t('Knowledge base')} />
        <div className={layout.notice}>
          <Notice tone="bad" title={error.message} />
        </div>
      </div>
    ) : (
      <PageLoading path={path} />
    )

  const opened = documents.find(document => document.id === open)
  const openDocument = (document: number, by = go) => by(path, { ...filters, add: undefined, open: document })
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Knowledge'), '/knowledge']]}
        title={base.name}
        badge={<StatusBadge kind="knowledge" name={base.status} look="pill" />}
        meta={base.documents_count > 0 ? readInWords(base) || documentsInWords(base.documents_count) : ''}
        actions={
          <>
            <Button
              component="a"
              href={at({ add: 'pages', open: undefined })}
              leftSection={<IconWorldPlus size={15} aria-hidden />}
            >
              {t('Add web pages')}
            </Button>
            <MoreMenu>
              <Menu.Item onClick={() => baseActions.rename(base)}>{t('Rename')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item className="danger" onClick={() => baseActions.remove(base)}>
                {t('Delete knowledge base')}
              </Menu.Item>
            </MoreMenu>
          </>
        }
      />
      <div className={layout.split}>
        <ScrollRegion label={t('Knowledge base')}>
          <div className={layout.body}>
            {(actions.failed || error) && <Notice tone="bad" title={actions.failed ?? error!.message} />}
            <AskIt
              base={id}
              isEmpty={base.passages_count === 0}
              documents={documents}
              asked={asked}
              onAsk={text => refine(path, { ...filters, ask: text || undefined })}
              onOpen={openDocument}
            />
            <DocumentsPanel base={id} documents={documents} open={open} onOpen={openDocument} actions={actions} />
          </div>
        </ScrollRegion>
        {isAdding ? (
          <AddPages base={id} onClose={close} />
        ) : opened ? (
          <DocumentPane key={opened.id} base={id} document={opened} actions={actions} onClose={close} />
        ) : (
          <About base={base} />
        )}
      </div>
      {baseActions.dialogs}
      {actions.dialogs}
    </div>
  )
}

const About = ({ base }: { base: Knowledgebase }) => (
  <DetailPane label={t('About this knowledge base')}>
    <PaneSection title={t('Used by')}>
      {base.assistants.length > 0 ? (
        <ul className={css.used}>
          {base.assistants.map(({ id, name }) => (
            <li key={id}>
              <a className="link" href={linkTo(`/assistants/${id}`)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">{t('No assistant uses it yet. It is chosen in the settings of an assistant.')}</p>
      )}
    </PaneSection>
    <PaneSection title={t('How it is used')}>
      <p className="soft">
        {t(
          'While it talks, an assistant looks things up here, and is given the passages that fit best: the same ones that Ask it shows.',
        )}
      </p>
    </PaneSection>
    <PaneSection title={t('About')}>
      <KeyValue
        rows={[
          ...(base.description ? ([[t('What it is about'), base.description]] as [string, string][]) : []),
          [t('Documents'), count(base.documents_count)],
          [t('Passages'), count(base.passages_count)],
          [t('Characters'), count(base.characters_count)],
          [t('Made'), <Time key="made" at={base.created_at} />],
          [t('Changed'), <Time key="changed" at={base.updated_at} />],
        ]}
      />
    </PaneSection>
  </DetailPane>
)
