import { PasswordInput, SegmentedControl, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { getCountries } from 'libphonenumber-js/min'
import type { ReactNode } from 'react'
import { contract } from '../../../contract'
import {
  type PhoneNumber,
  type SipTrunk,
  type SipTrunkSettings,
  sipTrunkDefaults,
} from '../../../contract/phone-numbers'
import { FormActions, FormNotice, FormState } from '../../forms/FormHeader'
import { NumberField, useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { tell } from '../../parts/tell'
import { countryName, toE164 } from '../../phone'
import { go, linkTo } from '../../router'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { AnswerField } from './Answers'
import { Callers } from './NumberPage'
import { PresetField } from './PresetField'
import { SimulatedCall } from './SimulatedCall'
import { TrunkState } from './TrunkState'
import { TrunkTest } from './TrunkTest'
import type { NumberActions } from './use-number-actions'

/** The settings as the fields hold them: an empty text is none. */
type Values = Omit<
  SipTrunkSettings,
  'nickname' | 'sip_username' | 'sip_password' | 'outbound_proxy' | 'country_code'
> & {
  nickname: string
  sip_username: string
  /** Empty: the stored one stays. */
  sip_password: string
  /** The host; `same` for the server itself; empty for none. */
  outbound_proxy: string
  country_code: string | undefined
  /** When the trunk was saved: what was typed as its password is forgotten then. */
  version: string
}

type Props = { trunk: null } | { trunk: SipTrunk; number: PhoneNumber; actions: NumberActions; remove: ReactNode }

const EXAMPLE_HOST = 'sip.example.com:5060'

const schema = contract.phoneNumbers.createSipTrunk['~orpc'].inputSchema!

/** A SIP trunk: what it leads to, its server, and how both sides know each other. */
export function TrunkForm(props: Props) {
  const { trunk } = props
  const { client } = useDesk()
  const country = useCountry()
  const isReal = useDeskState(state => state.settings?.carrier === 'sip')
  const form = useForm({
    saved: trunk ? valuesOf(trunk) : newValues,
    isNew: trunk === null,
    schema,
    // The form holds its own texts for what may be none.
    toSend: values => asSent(values, country) as unknown as Values,
    send: async (values, changes) => {
      const sent = values as unknown as SipTrunkSettings
      const { data } = trunk
        ? await client.phoneNumbers.updateSipTrunk({ id: trunk.id, ...(changes as object) })
        : await client.phoneNumbers.createSipTrunk(sent)
      return data
    },
    onSaved: ({ id, phone_number }) => {
      tell(t('The trunk of {number} is saved', { number: formatPhone(phone_number) }))
      if (!trunk) go(`/numbers/trunks/${id}`)
    },
  })
  const { values } = form
  const isExtension = values.sip_trunk_type === 'extension'
  const byAddress = values.inbound_authorization_type === 'ip'
  const forgets = trunk?.has_password && values.sip_address !== trunk.sip_address && values.sip_password === ''
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Numbers'), '/numbers']]}
        title={trunk ? formatPhone(trunk.phone_number) : t('New trunk')}
        stays
        badge={<FormState form={form} />}
        actions={
          <>
            {'remove' in props && form.changes.length === 0 && props.remove}
            <FormActions form={form} word={trunk ? t('Save') : t('Add it')} />
          </>
        }
      />
      <div className={layout.split}>
        <div className={layout.column}>
          <div className={layout.scroll}>
            <form {...form.props} className={layout.form} aria-label={t('SIP trunk')}>
              <FormNotice form={form} />
              <FormSection
                title={t('What it leads to')}
                help={t('A line at a provider, or an extension of your own telephone system.')}
              >
                <SegmentedControl
                  aria-label={t('What it leads to')}
                  data={[
                    { value: 'number', label: t('A phone number') },
                    { value: 'extension', label: t('An extension') },
                  ]}
                  value={values.sip_trunk_type}
                  onChange={value =>
                    // An extension signs in.
                    form.set(
                      value === 'extension'
                        ? { sip_trunk_type: 'extension', inbound_authorization_type: 'auth', register: true }
                        : { sip_trunk_type: 'number' },
                    )
                  }
                />
                <FieldRow>
                  {isExtension ? (
                    <TextInput {...form.field('phone_number', t('Extension'))} placeholder="101" />
                  ) : (
                    <NumberField {...form.field('phone_number', t('Number'))} />
                  )}
                  <TextInput
                    {...form.field('nickname', t('What you call it'))}
                    description={t('Only you see it.')}
                    placeholder={t('Front desk')}
                  />
                </FieldRow>
                <FieldRow>
                  <Select
                    {...form.field('country_code', t('Country'), saved => (saved ? countryName(saved) : t('none')))}
                    value={values.country_code ?? null}
                    placeholder={isExtension ? undefined : t('That of the number')}
                    description={t('By it national numbers are read.')}
                    searchable
                    clearable={!isExtension && trunk === null}
                    limit={60}
                    data={allCountries}
                    onChange={value => form.set({ country_code: value ?? undefined })}
                  />
                  <Select
                    {...form.field('sip_calling_format', t('How numbers are dialed'), saved => formats[saved])}
                    description={t('As the provider asks for it.')}
                    allowDeselect={false}
                    data={Object.entries(formats).map(([value, label]) => ({ value, label }))}
                  />
                </FieldRow>
              </FormSection>
              <FormSection title={t('Server')} help={t('Where calls are sent, as the provider names it.')}>
                {trunk === null && !isExtension && <PresetField onChoose={form.set} />}
                <TextInput {...form.field('sip_address', t('Host'))} placeholder={EXAMPLE_HOST} />
                <FieldRow>
                  <Select
                    {...form.field('transport', t('Transport'), saved => transports[saved])}
                    description={t('UDP works with nearly every server.')}
                    allowDeselect={false}
                    data={Object.entries(transports).map(([value, label]) => ({ value, label }))}
                  />
                  <Select
                    {...form.field('srtp', t('Encrypted sound'), saved => encryptions[saved])}
                    description={t('The keys are only secret with TLS.')}
                    allowDeselect={false}
                    data={Object.entries(encryptions).map(([value, label]) => ({ value, label }))}
                  />
                </FieldRow>
                <Switch
                  label={t('By way of a proxy')}
                  checked={values.outbound_proxy !== ''}
                  onChange={event => form.set({ outbound_proxy: event.currentTarget.checked ? SAME : '' })}
                />
                {values.outbound_proxy !== '' && (
                  <TextInput
                    {...form.field('outbound_proxy', t('Proxy'), proxyInWords)}
                    value={values.outbound_proxy === SAME ? '' : values.outbound_proxy}
                    placeholder={t('The host itself')}
                    onChange={event => form.set({ outbound_proxy: event.currentTarget.value || SAME })}
                  />
                )}
              </FormSection>
              <FormSection
                title={t('Sign-in')}
                help={t(
                  'With what this desk signs in at the server. The password is stored encrypted and never shown again.',
                )}
              >
                <FieldRow>
                  <TextInput {...form.field('sip_username', t('User name'))} autoComplete="off" />
                  <PasswordInput
                    {...form.field('sip_password', t('Password'), () => t('stored'))}
                    autoComplete="new-password"
                    placeholder={trunk?.has_password ? t('Stored. Type to replace it') : undefined}
                    visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
                  />
                </FieldRow>
                {!isExtension && (
                  <Switch
                    label={t('Register')}
                    description={t(
                      'So the server learns where this desk is. Turn it off if the provider knows you by your address.',
                    )}
                    checked={values.register}
                    onChange={event => form.set({ register: event.currentTarget.checked })}
                  />
                )}
                {forgets && (
                  <Notice tone="warn" title={t('Another server forgets the stored password')}>
                    {t('A password is only sent to the server that it was given for. Type it again to keep it.')}
                  </Notice>
                )}
              </FormSection>
              <FormSection
                title={t('Incoming calls')}
                help={t('How this desk knows that a call comes from the provider.')}
              >
                {isExtension && !byAddress ? (
                  <p className={layout.lock}>
                    <IconLock size={13} aria-hidden />
                    {t('An extension signs in, so its calls come by that.')}
                  </p>
                ) : (
                  <SegmentedControl
                    aria-label={t('Incoming calls')}
                    data={[
                      { value: 'auth', label: t('By user name and password') },
                      { value: 'ip', label: t('By address') },
                    ]}
                    value={values.inbound_authorization_type}
                    onChange={value =>
                      form.set({ inbound_authorization_type: value as Values['inbound_authorization_type'] })
                    }
                  />
                )}
                {byAddress && (
                  <TagsInput
                    {...form.field('allowed_inbound_ips', t('Addresses'), saved => saved.join(', ') || t('none'))}
                    description={t('Addresses or networks from which the provider calls, such as 203.0.113.0/24.')}
                    acceptValueOnBlur
                  />
                )}
              </FormSection>
            </form>
          </div>
        </div>
        <DetailPane label={t('About trunks')}>
          {trunk && (
            <>
              <PaneSection title={t('State')}>
                <TrunkState state={trunk.state} />
              </PaneSection>
              <PaneSection title={t('Test call')}>
                <TrunkTest trunk={trunk} isChanged={form.changes.length > 0} />
              </PaneSection>
            </>
          )}
          <PaneSection title={t('What works today')}>
            <div className="stack">
              <p className="soft">
                {t(
                  'A trunk brings a number or an extension of your own: your provider’s line, or your telephone system.',
                )}
              </p>
              <p className="soft">
                {isReal
                  ? t(
                      'Calls go over the trunks of this desk. Your provider charges them; this desk counts them as free.',
                    )
                  : rich(
                      'It signs in, and a test call is real. All other calls are simulated until <link>the settings</link> say that they go over the trunks.',
                      {
                        link: text => (
                          <a className="link" href={linkTo('/settings/calling')}>
                            {text}
                          </a>
                        ),
                      },
                    )}
              </p>
            </div>
          </PaneSection>
          {'number' in props && (
            <>
              <PaneSection title={t('When somebody calls it')}>
                <div className="stack">
                  {props.actions.failed && <Notice tone="bad" title={props.actions.failed} />}
                  <AnswerField number={props.number} onChoose={by => props.actions.answer(props.number, by)} />
                </div>
              </PaneSection>
              <PaneSection title={t('Who calls from it')}>
                <Callers number={props.number} />
              </PaneSection>
              {!isReal && props.number.phone_number.startsWith('+') && (
                <PaneSection title={t('Simulated call')}>
                  <SimulatedCall number={props.number} />
                </PaneSection>
              )}
            </>
          )}
        </DetailPane>
      </div>
    </div>
  )
}

/** The proxy that is the server itself. No host is written so. */
const SAME = '='

const formats: Record<SipTrunkSettings['sip_calling_format'], string> = {
  '+e164': t('+1 202 555 0124, with a plus'),
  e164: t('1 202 555 0124, without a plus'),
  national: t('202 555 0124, as within the country'),
}

const transports: Record<SipTrunkSettings['transport'], string> = {
  udp: 'UDP',
  tcp: 'TCP',
  tls: t('TLS, encrypted'),
}

const encryptions: Record<SipTrunkSettings['srtp'], string> = {
  off: t('never'),
  optional: t('when the other side can'),
  required: t('always'),
}

const allCountries = getCountries()
  .map(value => ({ value: value as string, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

const proxyInWords = (proxy: string) => (proxy === '' ? t('none') : proxy === SAME ? t('the host itself') : proxy)

const newValues: Values = {
  ...sipTrunkDefaults,
  allowed_inbound_ips: [],
  sip_trunk_type: 'number',
  phone_number: '',
  nickname: '',
  sip_username: '',
  sip_password: '',
  sip_address: '',
  outbound_proxy: '',
  country_code: undefined,
  register: true,
  version: '',
}

const valuesOf = (trunk: SipTrunk): Values => ({
  sip_trunk_type: trunk.sip_trunk_type,
  phone_number: trunk.sip_trunk_type === 'number' ? formatPhone(trunk.phone_number) : trunk.phone_number,
  nickname: trunk.nickname ?? '',
  sip_username: trunk.sip_username ?? '',
  sip_password: '',
  sip_address: trunk.sip_address,
  sip_calling_format: trunk.sip_calling_format,
  inbound_authorization_type: trunk.inbound_authorization_type,
  allowed_inbound_ips: trunk.allowed_inbound_ips,
  outbound_proxy:
    trunk.outbound_proxy === true ? SAME : trunk.outbound_proxy === false ? '' : (trunk.outbound_proxy ?? ''),
  country_code: trunk.country_code,
  transport: trunk.transport,
  srtp: trunk.srtp,
  register: trunk.register,
  version: trunk.updated_at,
})

/** What is sent: none where a text is empty, and no password where none was typed. */
function asSent({ sip_password, outbound_proxy, version: _, ...values }: Values, country: string | null) {
  return {
    ...values,
    phone_number: values.sip_trunk_type === 'number' ? toE164(values.phone_number, country) : values.phone_number,
    nickname: values.nickname || null,
    sip_username: values.sip_username || null,
    outbound_proxy: outbound_proxy === '' ? null : outbound_proxy === SAME ? true : outbound_proxy,
    ...(sip_password !== '' && { sip_password }),
  }
}
