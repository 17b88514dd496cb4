// `waypost/tooling`: routes files understood without running anything.

export { analyze, type Analysis, type AnalyzeOptions } from './analysis/analyze.js';
