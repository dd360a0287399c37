import type { Settings } from '../../../contract/settings'
import { MoneyField } from '../../forms/MoneyField'
import { FormSection } from '../../parts/FormSection'
import { money } from '../../parts/format'
import { rich, t } from '../../words/words'
import { FormPage } from './Section'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** The balance at which the operator is warned. */
export const MoneySection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

function Fields({ title, settings: { low_balance } }: { title: string; settings: Settings }) {
  const form = useSettingsForm({ low_balance })
  return (
    <FormPage title={title} form={form}>
      <FormSection
        title={t('Warning')}
        help={t('Below this balance Today says so. It does not stop anything: calls wait only when money is missing.')}
      >
        <MoneyField {...form.field('low_balance', t('Warn below'), saved => money(saved))} />
      </FormSection>
      <FormSection title={t('Balance')}>
        <p className="soft">
          {rich('The balance, every movement and payment methods are on the page of <link>money</link>.', {
            link: text => (
              <a className="link" href="#/money">
                {text}
              </a>
            ),
          })}
        </p>
      </FormSection>
    </FormPage>
  )
}
