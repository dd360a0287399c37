import { SegmentedControl } from '@mantine/core'
import {
  type Icon,
  IconCalendarEvent,
  IconCash,
  IconClipboardList,
  IconFilePlus,
  IconFilter,
  IconPhoneIncoming,
} from '@tabler/icons-react'
import layout from '../../parts/layout.module.css'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { refine, usePlace } from '../../router'
import { languages, language as own } from '../../words/language'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { templates } from './templates'
import type { TemplateKind } from './templates/template'

const kinds: Record<TemplateKind, { word: string; does: string; icon: Icon }> = {
  receptionist: {
    word: t('Reception'),
    does: t('Answers the phone, finds out what it is about, and notes callbacks.'),
    icon: IconPhoneIncoming,
  },
  reminder: {
    word: t('Appointment reminder'),
    does: t('Reminds of an appointment, and asks whether it stays, moves or is cancelled.'),
    icon: IconCalendarEvent,
  },
  qualification: {
    word: t('Lead qualification'),
    does: t('Finds out need, time, budget and who decides, and offers a call with a colleague.'),
    icon: IconFilter,
  },
  survey: {
    word: t('Survey'),
    does: t('Asks three questions about what was used, and notes complaints.'),
    icon: IconClipboardList,
  },
  payment: {
    word: t('Payment reminder'),
    does: t('Reminds the right person of an open invoice, and notes by when it is paid.'),
    icon: IconCash,
  },
}

/** What a new assistant can begin with. */
export function TemplatesPage() {
  const { query } = usePlace()
  const language = query.get('language') ?? own
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Assistants'), '/assistants']]}
        title={t('New assistant')}
        actions={
          <SegmentedControl
            aria-label={t('It speaks')}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            value={language}
            onChange={value => refine('/assistants/new', { language: value })}
          />
        }
      />
      <ScrollRegion label={t('Templates')}>
        <div className={css.templates}>
          {templates
            .filter(template => template.language === language)
            .map(({ id, kind, settings }) => {
              const { word, does, icon: Sign } = kinds[kind]
              return (
                <a key={id} className={css.template} href={`#/assistants/new/${id}`}>
                  <Sign size={18} stroke={1.6} aria-hidden />
                  <b>{word}</b>
                  <span>{does}</span>
                  <q lang={language}>{settings.initial_message}</q>
                </a>
              )
            })}
          <a className={css.template} href="#/assistants/new/empty">
            <IconFilePlus size={18} stroke={1.6} aria-hidden />
            <b>{t('Empty')}</b>
            <span>{t('Everything is yours to write.')}</span>
          </a>
        </div>
      </ScrollRegion>
    </div>
  )
}
