// Progress of a job on stderr: one living line on a terminal, plain lines elsewhere. The only importer of ora.
import ora from 'ora';
import type { TrialResult } from '#runner/index.ts';
import { colourful, tell } from './io.ts';
import { outcome } from './job-words.ts';

export interface Progress {
  trial(result: TrialResult, ended: number, requested: number): void;
  retry(result: TrialResult, wait: number): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

export function startProgress(requested: number): Progress {
  return colourful(process.stderr) ? living(requested) : lines();
}

function lines(): Progress {
  return {
    trial: (result, ended, requested) => tell(`[${ended}/${requested}] ${result.trial}  ${outcome(result)}`),
    retry: (result, wait) => tell(`${result.trial}  ${outcome(result)}; again in ${wait / 1000} s`),
    end: () => {},
  };
}

/** What has ended scrolls by above, what is still to come is counted in the last line. */
function living(requested: number): Progress {
  // Ctrl-C stays with the command, which has trials to end.
  const spinner = ora({ stream: process.stderr, discardStdin: false, text: summary(0, requested, []) }).start();
  const results: TrialResult[] = [];
  const above = (line: string): void => {
    spinner.clear();
    tell(line);
    spinner.render();
  };
  return {
    trial(result, ended, all) {
      results.push(result);
      above(`${result.trial}  ${outcome(result)}`);
      spinner.text = summary(ended, all, results);
    },
    retry: (result, wait) => above(`${result.trial}  ${outcome(result)}; again in ${wait / 1000} s`),
    end: () => spinner.stop(),
  };
}

function summary(ended: number, requested: number, results: readonly TrialResult[]): string {
  const rewards = results.flatMap(({ end }) => (end.status === 'scored' ? [end.rewards.reward] : []));
  const mean = rewards.length === 0 ? '' : `, mean ${(rewards.reduce((sum, one) => sum + one, 0) / rewards.length).toFixed(2)}`;
  const unscored = results.filter(({ end }) => end.status === 'unscored').length;
  return `${ended} of ${requested} trials ended${mean}${unscored === 0 ? '' : `, ${unscored} unscored`}`;
}
