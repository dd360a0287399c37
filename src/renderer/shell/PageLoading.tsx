import { navigation } from '../navigation'
import { formatPhone } from '../parts/format'
import { PageHeader } from '../parts/PageHeader'
import { decoded } from '../router'
import { t } from '../words/words'
import css from './PageLoading.module.css'

/** Shown while a page loads: its title, and boxes where its parts will be, so that nothing moves when they come. */
export function PageLoading({ path }: { path: string }) {
  const page = navigation.flat().find(({ to }) => path === to || path.startsWith(`${to}/`))
  const isForm = /\/(new|edit)$/.test(path)
  const isPart = page !== undefined && path !== page.to
  return (
    <div className={css.page} aria-busy>
      <PageHeader
        trail={isPart ? [[page.word, page.to]] : []}
        title={isPart ? (inside[page.to]?.(path) ?? page.word) : (page?.word ?? 'Callwright')}
        meta={isForm ? undefined : ''}
      />
      {isPart ? (
        <div className={css.split} aria-hidden>
          <div className={css.panels}>
            <span style={{ height: 124 }} />
            <span style={{ height: 240 }} />
          </div>
          <div className={css.pane} />
        </div>
      ) : path === '/today' ? (
        <div className={css.panels} aria-hidden>
          <span className={css.strip} />
          <div className={css.two}>
            <span style={{ height: 286 }} />
            <span style={{ height: 180 }} />
          </div>
        </div>
      ) : (
        <div className={css.filters} aria-hidden />
      )}
    </div>
  )
}

/** The titles of the pages inside others, while nothing is known but their address. */
const inside: Record<string, (path: string) => string> = {
  '/campaigns': path =>
    path.endsWith('/new') ? t('New campaign') : path.endsWith('/edit') ? t('Edit') : t('Campaign'),
  '/calls': () => t('Call'),
  '/numbers': path =>
    path.endsWith('/buy')
      ? t('Rent a number')
      : path.endsWith('/new')
        ? t('New trunk')
        : path.includes('/trunks/')
          ? t('SIP trunk')
          : t('Number'),
  '/money': () => t('Money'),
  '/assistants': path => (path.startsWith('/assistants/new') ? t('New assistant') : t('Assistant')),
  '/people': path => formatPhone(decoded(path.split('/')[2] ?? '')),
  '/knowledge': () => t('Knowledge base'),
  '/tools': path => (path.endsWith('/new') ? t('New tool') : t('Tool')),
  '/settings': () => t('Settings'),
  '/webhooks': path => (path.endsWith('/signing') ? t('Webhooks') : t('Webhook')),
  '/conversations': () => t('The conversation'),
  '/sms': path => (path.endsWith('/new') ? t('New SMS') : t('SMS')),
}
