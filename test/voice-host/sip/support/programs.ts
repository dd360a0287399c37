import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './desk'

/** Programs of others to talk to, which `npm test` installs. */
const paths = { sipp: '/usr/bin/sipp', kamailio: '/usr/sbin/kamailio', baresip: '/usr/bin/baresip' }

function run(program: keyof typeof paths, args: string[], folder: string) {
  if (!existsSync(paths[program]))
    throw new Error(
      `${program} is not installed: apt-get install sip-tester kamailio kamailio-tls-modules baresip-core`,
    )
  const child = spawn(paths[program], args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const ended = new Promise<number | null>(done => child.once('exit', done))
  return { child, ended, output: () => output }
}

async function stopped(child: ChildProcess, ended: Promise<unknown>, folder: string) {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), 2000)
  await ended
  clearTimeout(kill)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * A scenario of sipp, as the text between its `scenario` tags, which is called by us. `passed` resolves when it went
 * through to its end, and rejects with its words otherwise. `edge`: host and port by which it is reached; everything goes
 * this one way, so that nothing overtakes.
 */
export async function sipp(steps: string, edge: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sipp-'))
  const port = await freePort()
  const file = join(folder, 'scenario.xml')
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<scenario name="test">\n${steps.replaceAll('EDGE', edge)}\n</scenario>\n`,
  )
  const args = ['-sf', file, '-i', '127.0.0.1', '-p', String(port), '-t', 'u1', '-m', '1']
  const media = await freePort()
  const { child, ended, output } = run(
    'sipp',
    [...args, '-mp', String(media), '-nostdin', '-trace_err', '-timeout', '25'],
    folder,
  )
  const passed = async () => {
    const code = await ended
    if (code !== 0) throw new Error(`sipp ended with ${code}: ${output().slice(-2000)}`)
  }
  await opened(output, () => isBound(port, 'udp'), ended)
  return { port, address: `127.0.0.1:${port}`, media, passed, stop: () => stopped(child, ended, folder) }
}

/** Whether somebody has the port now. */
function isBound(port: number, transport: 'udp' | 'tcp'): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return readFileSync(`/proc/net/${transport}`, 'utf8').includes(`0100007F:${hex}`)
}

async function opened(output: () => string, isOpen: () => boolean, ended: Promise<unknown>) {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (let tries = 0; !isOpen(); tries++) {
    if (hasEnded || tries > 750) throw new Error(`a program for the test did not start: ${output().slice(-2000)}`)
    await new Promise(done => setTimeout(done, 20))
  }
}

const head = '[last_Via:]\n[last_From:]\n'
const tail = '[last_Call-ID:]\n[last_CSeq:]\n'
const contact = 'Contact: <sip:peer@EDGE>\n'

/** A description of sound for sipp, with this line of `m=` after the port. */
export const sound = (payloads = '0 101', more = '') => `v=0
o=peer 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP ${payloads}
a=rtpmap:0 PCMU/8000
a=rtpmap:8 PCMA/8000
a=rtpmap:101 telephone-event/8000
${more}`

/** Steps of sipp. */
export const step = {
  recv: (request: string, attributes = '') => `<recv request="${request}" ${attributes}/>`,
  answered: (code: number, attributes = '') => `<recv response="${code}" ${attributes}/>`,
  /** An answer to the last request. `tag`: of To. */
  answer: (status: string, { extra = '', body = '', tag = ';tag=theirs[call_number]' } = {}) => `<send><![CDATA[
SIP/2.0 ${status}
${head}[last_To:]${tag}
${tail}${contact}${extra}${body ? `Content-Type: application/sdp\nContent-Length: [len]\n\n${body}` : 'Content-Length: 0\n'}
]]></send>`,
  /** The answer 200 to a request within the call. */
  ok: (status = '200 OK', extra = '') => step.answer(status, { tag: '', extra }),
  /** Keeps To and From of the INVITE for requests of its own. */
  invite:
    '<recv request="INVITE" rrs="true"><action><ereg regexp=":.*" search_in="hdr" header="From" check_it="true" assign_to="us"/><ereg regexp=":.*" search_in="hdr" header="To" check_it="true" assign_to="them"/></action></recv>',
  /** A request within the call. */
  ask: (method: string, number: number, extra = '', body = '') => `<send><![CDATA[
${method} [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From[$them];tag=theirs[call_number]
To[$us]
[last_Call-ID:]
CSeq: ${number} ${method}
Max-Forwards: 70
${contact}${extra}${body ? `Content-Length: [len]\n\n${body}` : 'Content-Length: 0\n'}
]]></send>`,
}

/** kamailio as a carrier: a registrar and proxy with a login, and a phone (baresip) behind it. */
export async function kamailio(tls?: { key: string; cert: string }, at?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kamailio-'))
  const [port, secure, phonePort] = [at ?? (await freePort()), await freePort(), await freePort()]
  if (tls) for (const name of ['key', 'cert'] as const) writeFileSync(join(folder, `${name}.pem`), tls[name])
  writeFileSync(
    join(folder, 'kamailio.cfg'),
    `#!KAMAILIO
debug=1
log_stderror=yes
children=2
fork=no
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
${tls ? `enable_tls=yes\nlisten=tls:127.0.0.1:${secure}` : ''}
auto_aliases=no
alias="trunk.test"
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
${tls ? 'loadmodule "tls.so"' : ''}
${['tm', 'sl', 'rr', 'pv', 'maxfwd', 'usrloc', 'registrar', 'textops', 'siputils', 'auth', 'nathelper'].map(name => `loadmodule "${name}.so"`).join('\n')}
${tls ? `modparam("tls","tls_method","TLSv1.2+")\nmodparam("tls","private_key","${folder}/key.pem")\nmodparam("tls","certificate","${folder}/cert.pem")` : ''}
modparam("usrloc", "db_mode", 0)
modparam("registrar|nathelper", "received_avp", "$avp(RECEIVED)")
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483","Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) { if (loose_route() || is_method("ACK")) { t_relay(); exit; } t_relay(); exit; }
  force_rport();
  if ($sp != ${phonePort}) {
    if (!pv_auth_check("trunk.test", "secret", "0", "0")) { auth_challenge("trunk.test", "1"); exit; }
    consume_credentials();
  }
  if (is_method("REGISTER")) { fix_nated_register(); save("location"); exit; }
  if (is_method("OPTIONS")) { sl_send_reply("200","OK"); exit; }
  if (is_method("INVITE")) record_route();
  if ($rU == "alice") { if (!lookup("location")) { sl_send_reply("404","Not registered"); exit; } t_relay(); exit; }
  $rU = "peer"; $du = "sip:127.0.0.1:${phonePort}"; t_relay();
}
`,
  )
  const { child, ended, output } = run(
    'kamailio',
    ['-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-Y', folder, '-P', join(folder, 'pid'), '-m', '32', '-M', '4'],
    folder,
  )
  await opened(output, () => isBound(port, 'udp') && isBound(port, 'tcp') && (!tls || isBound(secure, 'tcp')), ended)
  return { port, secure, phonePort, output, stop: () => stopped(child, ended, folder) }
}

/**
 * baresip as a phone that answers at once, and says `sound` from then on: samples at 8 kHz. It calls and hangs up when it is
 * told to.
 */
export async function phone(port: number, carrierPort: number, sound: Int16Array = new Int16Array(10 * 8000)) {
  const folder = mkdtempSync(join(tmpdir(), 'baresip-'))
  const control = await freePort()
  writeFileSync(
    join(folder, 'config'),
    `sip_listen 127.0.0.1:${port}
audio_source aufile,${folder}/sound.wav
audio_player aufile,/dev/null
audio_alert aufile,/dev/null
rtp_ports 30000-32000
module_path /usr/lib/baresip/modules
module stdio.so
module g711.so
module aufile.so
module_app account.so
module_app menu.so
module_app ctrl_tcp.so
ctrl_tcp_listen 127.0.0.1:${control}
`,
  )
  writeFileSync(
    join(folder, 'accounts'),
    `<sip:peer@127.0.0.1:${carrierPort};transport=udp>;regint=0;answermode=auto;audio_codecs=PCMU/8000/1,PCMA/8000/1;outbound="sip:127.0.0.1:${carrierPort}"\n`,
  )
  writeFileSync(join(folder, 'contacts'), '')
  writeFileSync(join(folder, 'sound.wav'), wavOf(sound))
  const { child, ended, output } = run('baresip', ['-f', folder], folder)
  await opened(output, () => isBound(port, 'udp') && isBound(control, 'tcp'), ended)
  const tell = (command: string, params = '') => {
    const text = JSON.stringify({ command, params })
    const socket = connect(control, '127.0.0.1', () => socket.write(`${text.length}:${text},`))
    return new Promise<void>(done => {
      let heard = ''
      // Events of its calls come by the same way.
      socket.on('data', chunk => {
        heard += chunk
        if (!/"response":\s*true/.test(heard)) return
        socket.destroy()
        done()
      })
    })
  }
  return { tell, output, stop: () => stopped(child, ended, folder) }
}

/** Samples at 8 kHz as a WAV file. */
function wavOf(pcm: Int16Array): Buffer {
  const head = Buffer.alloc(44)
  const bytes = pcm.length * 2
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [16_000, 28],
    [bytes, 40],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, Buffer.from(pcm.buffer, pcm.byteOffset, bytes)])
}
