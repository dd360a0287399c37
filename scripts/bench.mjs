// npm run bench: runs the benchmarks. Each compares with a baseline of the same run, or with an aim. They print results
// and assert nothing.
// `npm run bench -- api start` runs those only. BENCH_OUT names another build for `console` and `console-large`, see
// bench/console-desk.ts. BENCH_PARTS and BENCH_DESK are for `console-large`, see bench/console-large.ts and large-desk.ts.
import { build, findChromium, install, node, root, run } from './prepare.mjs'

install()
build()
process.env.CHROMIUM = findChromium() ?? ''
const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
run(node(), [...flags, 'bench/run.ts', ...process.argv.slice(2)], { cwd: root })
