import { abortPromises } from "./promises/abort.js";
import { changePromises } from "./promises/change.js";
import { closePromises } from "./promises/close.js";
import { commitPromises } from "./promises/commit.js";
import { commitGuardPromises } from "./promises/commit-guards.js";
import { deadPromises } from "./promises/dead.js";
import { keyOrderPromises } from "./promises/key-order.js";
import { keyPromises } from "./promises/keys.js";
import { limitPromises } from "./promises/limits.js";
import { listingPromises } from "./promises/listing.js";
import { lostPromises } from "./promises/lost.js";
import { onKeyPromises } from "./promises/on-key.js";
import { orderPromises } from "./promises/order.js";
import { overduePromises } from "./promises/overdue.js";
import { pausePromises } from "./promises/pause.js";
import { putPromises } from "./promises/put.js";
import { putIdPromises } from "./promises/put-id.js";
import { recordPromises } from "./promises/records.js";
import { restartPromises } from "./promises/restart.js";
import { schedulePromises } from "./promises/schedule.js";
import { settlePromises } from "./promises/settle.js";
import { statPromises } from "./promises/stats.js";
import { takePromises } from "./promises/take.js";
import { ttlPromises } from "./promises/ttl.js";
import { visibilityTimeoutPromises } from "./promises/visibility-timeout.js";
import { waitPromises } from "./promises/wait.js";
import { wakePromises } from "./promises/wake.js";
import { wrongUsePromises } from "./promises/wrong-use.js";
import { propertyPromises } from "./property/property.js";
import { createSuite } from "./suite.js";
import type { Setup, StorageSuiteOptions } from "./world.js";

/**
 * Declares what every storage owes, as tests named by the promise they try. It brings no runner:
 * `describe` and `it` come from outside, and whatever `it` calls rejects when the promise is broken.
 */
export function describeStorage(name: string, setup: Setup, options: StorageSuiteOptions): void {
  const suite = createSuite(setup, options);
  options.describe(`storage: ${name}`, () => {
    takePromises(suite);
    orderPromises(suite);
    schedulePromises(suite);
    settlePromises(suite);
    lostPromises(suite);
    visibilityTimeoutPromises(suite);
    ttlPromises(suite);
    putPromises(suite);
    putIdPromises(suite);
    keyPromises(suite);
    keyOrderPromises(suite);
    onKeyPromises(suite);
    deadPromises(suite);
    changePromises(suite);
    listingPromises(suite);
    recordPromises(suite);
    commitPromises(suite);
    commitGuardPromises(suite);
    waitPromises(suite);
    wakePromises(suite);
    pausePromises(suite);
    statPromises(suite);
    overduePromises(suite);
    limitPromises(suite);
    wrongUsePromises(suite);
    abortPromises(suite);
    closePromises(suite);
    restartPromises(suite);
    propertyPromises(setup, options);
  });
}
