import type { ReactNode } from 'react'
import type { SipTrunk } from '../../../contract/phone-numbers'
import { CopyButton } from '../../parts/CopyButton'
import { KeyValue } from '../../parts/KeyValue'
import { StatusBadge } from '../../parts/StatusBadge'
import { Time } from '../../parts/values'
import { said } from '../../words/said'
import { t } from '../../words/words'

/** Whether a trunk works now, since when, and why not. */
export function TrunkState({ state: { status, since, reason, local_address: address } }: Pick<SipTrunk, 'state'>) {
  return (
    <div className="stack" role="status">
      <StatusBadge kind="trunk" name={status} look="pill" />
      {reason && <p className="soft">{said(reason)}</p>}
      <KeyValue
        rows={[
          [t('Since'), <Time key="since" at={since} />],
          ...(address === null
            ? []
            : [[t('Reached at'), <Address key="at" address={address} />] as [string, ReactNode]]),
        ]}
      />
    </div>
  )
}

const Address = ({ address }: { address: string }) => (
  <span className="row">
    <span className="num">{address}</span>
    <CopyButton text={address} word={t('Copy the address')} />
  </span>
)
