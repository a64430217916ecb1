import BonafideScreens
import CoreModule
import Foundation

// A headless program in the style of the vendor's samples: a class that is the modules' delegate, an info screen before
// each part, and the next step begun in the method that tells that the last one is done.
//
//   bank-onboarding --server http://cl_ID:SECRET@127.0.0.1:8080
//
// A specimen person does what is asked, unless files are given. README.md tells how to get a back office and a client.

@main struct BankOnboarding {
  @MainActor static func main() async {
    let options: Options
    do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
      print("\(error)\n\(Options.usage)")
      exit(64)
    }
    let screen: UIViewController
    do { screen = try options.screen() } catch {
      print("The screen cannot be made: \(error)")
      exit(69)
    }
    let onboarding = OnboardingViewController(options, screen)
    let status = await onboarding.run()
    exit(status)
  }
}
