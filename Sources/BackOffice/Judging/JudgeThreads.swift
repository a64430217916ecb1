internal import Dispatch

/// Threads of the judges: what they work out may take minutes without a pause, and the few threads of Swift's own pool
/// have to answer requests and keep leases meanwhile.
final class JudgeThreads: TaskExecutor {
  static let shared = JudgeThreads()

  private let queue = DispatchQueue(label: "judges", qos: .utility, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
