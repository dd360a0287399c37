// npm run bench: runs the benchmarks. Each compares with a baseline of the same run, or with an aim. They print results
// and assert nothing.
// `npm run bench -- api start` runs those only.
import { build, install, node, root, run } from './prepare.mjs'

install()
build()
const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
run(node(), [...flags, 'bench/run.ts', ...process.argv.slice(2)], { cwd: root })
