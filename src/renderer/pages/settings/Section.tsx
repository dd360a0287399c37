import type { ComponentProps, ReactNode } from 'react'
import { FormActions, FormNotice, FormState } from '../../forms/FormHeader'
import type { Form } from '../../forms/use-form'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { t } from '../../words/words'
import css from './settings.module.css'

type Head = Omit<ComponentProps<typeof PageHeader>, 'trail' | 'children'>

/** A section of the settings: its head, and what scrolls below it. */
export const Section = ({ children, busy, ...head }: Head & { children: ReactNode; busy?: boolean }) => (
  <div className={layout.column}>
    <PageHeader trail={[[t('Settings'), '/settings']]} {...head} />
    <ScrollRegion label={head.title} aria-busy={busy || undefined}>
      <div className={layout.form}>{children}</div>
    </ScrollRegion>
  </div>
)

/** A section that is one form. What stands `before` and `after` it is no part of it. */
export function FormPage<V extends object>({
  title,
  form,
  children,
  before,
  after,
}: {
  title: string
  form: Form<V>
  children: ReactNode
  before?: ReactNode
  after?: ReactNode
}) {
  return (
    <Section title={title} stays badge={<FormState form={form} />} actions={<FormActions form={form} />}>
      {before}
      <form {...form.props} className={before ? css.after : undefined} aria-label={title}>
        <FormNotice form={form} />
        {children}
        {/* Enter in a field saves. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      {after && <div className={css.after}>{after}</div>}
    </Section>
  )
}

/** While the settings are not known, or cannot be. */
export const NotYet = ({ title, error }: { title: string; error: Error | null }) => (
  <Section title={title} busy={!error}>
    {error ? (
      <Notice tone="bad" title={t('The settings cannot be shown')}>
        {error.message}
      </Notice>
    ) : (
      <div className={css.skeleton} aria-hidden>
        <span />
        <span />
        <span />
      </div>
    )}
  </Section>
)
