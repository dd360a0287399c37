import type { Migration } from '../migrate'

export const trunkTransport: Migration = {
  id: 165,
  name: 'transport, encryption and registration of SIP trunks',
  up: `
    UPDATE sip_trunks SET settings = json_set(settings, '$.transport', 'udp', '$.srtp', 'off',
      '$.register', json(iif(coalesce(settings ->> '$.sip_username', '') <> '' AND password IS NOT NULL, 'true', 'false')));
  `,
}
