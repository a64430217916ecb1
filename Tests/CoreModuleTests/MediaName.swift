import BonafideMedia

typealias BonafideMediaImage = Image
